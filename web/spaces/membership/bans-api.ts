import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Author } from '../../../contract/author.ts'
import { type SpaceBan, spaceBanList } from '../../../contract/space-bans.ts'
import { api } from '../../platform/api-client.ts'
import { SPACES_KEY } from '../persisted-space.ts'

export function bansOptions(spaceId: string) {
  return queryOptions({
    // Apart from what anybody reads of spaces: who hands a space over may not read this any more.
    queryKey: ['space-bans', spaceId] as const,
    queryFn: async ({ signal }) =>
      spaceBanList.parse(await api.get(`/spaces/${spaceId}/bans`, { signal })),
    staleTime: 0,
  })
}

/** Rejects with what the confirmation shows. */
export function useBan(spaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ member, reason }: { member: Author; reason: string }) =>
      api.put(`/spaces/${spaceId}/bans/${member._id}`, { reason }),
    onSuccess() {
      void client.invalidateQueries({ queryKey: SPACES_KEY })
      void client.invalidateQueries(bansOptions(spaceId))
    },
  })
}

/** Rejects with what the confirmation shows. */
export function useLiftBan(spaceId: string) {
  const client = useQueryClient()
  const { queryKey } = bansOptions(spaceId)
  return useMutation({
    mutationFn: ({ _id }: SpaceBan) => api.delete(`/spaces/${spaceId}/bans/${_id}`),
    onSuccess(_, { _id }) {
      client.setQueryData(queryKey, (known) => known?.filter((ban) => ban._id !== _id))
      void client.invalidateQueries({ queryKey })
    },
  })
}
