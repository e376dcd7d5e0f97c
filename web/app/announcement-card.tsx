import { useQuery } from '@tanstack/react-query'
import { announcement } from '../../contract/community.ts'
import { api } from '../platform/api-client.ts'
import { Banner } from '../ui/banner.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { queryKeys } from './query-keys.ts'

export function AnnouncementCard({ onClose }: { onClose: () => void }) {
  const found = useQuery({
    queryKey: [...queryKeys.community, 'announcement'],
    queryFn: async ({ signal }) =>
      announcement.parse(await api.get('/community/announcement', { signal })),
  })
  if (!found.data?.text) return null
  return (
    <Banner tone="info" onDismiss={onClose}>
      <RichText text={found.data.text} />
    </Banner>
  )
}
