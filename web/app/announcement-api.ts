import { queryOptions } from '@tanstack/react-query'
import { announcement } from '../../contract/community.ts'
import { api } from '../platform/api-client.ts'
import { queryKeys } from './query-keys.ts'

export const announcementOptions = queryOptions({
  queryKey: [...queryKeys.community, 'announcement'] as const,
  queryFn: async ({ signal }) =>
    announcement.parse(await api.get('/community/announcement', { signal })),
})
