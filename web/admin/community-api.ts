import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type CommunityChanges,
  type CommunitySettings,
  communitySettings,
} from '../../contract/community-settings.ts'
import { communityOptions } from '../app/community-api.ts'
import { queryKeys } from '../app/query-keys.ts'
import { refreshCommunity } from '../app/refresh-community.ts'
import { withReason } from '../app/with-reason.ts'
import { api } from '../platform/api-client.ts'

export const communitySettingsOptions = queryOptions({
  queryKey: [...queryKeys.community, 'settings'],
  queryFn: async ({ signal }) =>
    communitySettings.parse(await api.get('/admin/community', { signal })),
  staleTime: 0,
})

interface Reasoned {
  /** Empty while the community is set up. */
  reason?: string
}

export async function changeCommunity({
  changes,
  reason = '',
}: Reasoned & { changes: CommunityChanges }): Promise<CommunitySettings> {
  return communitySettings.parse(await api.put(`/admin/community${withReason(reason)}`, changes))
}

/** Changes what is given, here and on every page that is open. */
export function useChangeCommunity() {
  return useMutation({
    mutationFn: changeCommunity,
    onSuccess: useShowSettings(),
  })
}

/** Shows this picture as the logo, or none. */
export function useChangeLogo() {
  return useMutation({
    mutationFn: async ({ file, reason = '' }: Reasoned & { file: File | null }) => {
      const path = `/admin/community/logo${withReason(reason)}`
      const form = new FormData()
      if (file) form.append('logo', file)
      const answer = file ? await api.upload(path, form, { method: 'PUT' }) : await api.delete(path)
      return communitySettings.parse(answer)
    },
    onSuccess: useShowSettings(),
  })
}

function useShowSettings() {
  const client = useQueryClient()
  return (settings: CommunitySettings) => {
    client.setQueryData(communitySettingsOptions.queryKey, settings)
    const { registration, whoMayInvite } = settings
    client.setQueryData(
      communityOptions.queryKey,
      (before) => before && { ...before, registration, whoMayInvite },
    )
    // Without an answer the page is as it was until it hears of it.
    refreshCommunity().catch(() => {})
  }
}
