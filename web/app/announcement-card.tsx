import { useQuery } from '@tanstack/react-query'
import { Banner } from '../ui/banner.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { announcementOptions } from './announcement-api.ts'

export function AnnouncementCard({ onClose }: { onClose: () => void }) {
  const found = useQuery(announcementOptions)
  if (!found.data?.text) return null
  return (
    <Banner tone="info" onDismiss={onClose}>
      <RichText text={found.data.text} />
    </Banner>
  )
}
