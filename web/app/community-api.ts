import { queryOptions } from '@tanstack/react-query'
import { community } from '../../contract/community.ts'
import { api } from '../platform/api-client.ts'
import { queryKeys } from './query-keys.ts'

export const communityOptions = queryOptions({
  queryKey: queryKeys.community,
  queryFn: async ({ signal }) => community.parse(await api.get('/community', { signal })),
})
