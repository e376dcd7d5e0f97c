import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CommunityChanges, communitySettings } from '../../contract/community-settings.ts'
import { queryKeys } from '../app/query-keys.ts'
import { refreshCommunity } from '../app/refresh-community.ts'
import { api } from '../platform/api-client.ts'

/** All that is decided about the community. */
export const communitySettingsOptions = queryOptions({
  queryKey: [...queryKeys.community, 'settings'],
  queryFn: async ({ signal }) =>
    communitySettings.parse(await api.get('/admin/community', { signal })),
  staleTime: 0,
})

/** Changes what is given, here and on every page that is open. */
export function useChangeCommunity() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (changes: CommunityChanges) =>
      communitySettings.parse(await api.put('/admin/community', changes)),
    onSuccess: (settings) => {
      client.setQueryData(communitySettingsOptions.queryKey, settings)
      // Without an answer the page is as it was until it hears of it.
      refreshCommunity().catch(() => {})
    },
  })
}
