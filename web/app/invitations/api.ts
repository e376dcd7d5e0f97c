import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type InviteLink,
  inviteLink,
  inviteList,
  type NewInvite,
} from '../../../contract/invites.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError, isNotFound } from '../../platform/api-error.ts'
import { rethrowUnlessGone } from '../../platform/not-there.ts'
import { queryKeys } from '../query-keys.ts'

export const invitesOptions = queryOptions({
  queryKey: queryKeys.invites,
  queryFn: async ({ signal }) => inviteList.parse(await api.get('/invites', { signal })),
  // Small, and others change it by coming in.
  staleTime: 0,
})

export async function makeInvite(invite: NewInvite) {
  return inviteLink.parse(await api.post('/invites', invite))
}

const OVER = 'Nobody can come by this link any more. Copy again for another.'

/**
 * A new one where there is none, else that which is there. Rejects, and there is none any more,
 * where nobody can come by it: it is used up, or ended or renewed elsewhere.
 */
export async function inviteOnceMore(client: QueryClient): Promise<InviteLink> {
  const made = client.getQueryData<InviteLink | null>(queryKeys.madeInvite)
  if (!made) return makeInvite({})
  const code = made.url.slice(made.url.lastIndexOf('/') + 1)
  await api.get(`/invitations/${code}`).catch((error: unknown) => {
    // Where that cannot be told, it works as far as is known.
    if (!isNotFound(error)) return
    client.setQueryData(queryKeys.madeInvite, null)
    throw new ApiError({ status: 404, body: { error: 'not_found', msg: OVER, message: OVER } })
  })
  return made
}

/** Another link for the same invitation; the one before works no longer. */
export async function renewInviteLink(id: string) {
  return inviteLink.parse(await api.post(`/invites/${id}/link`))
}

/** One that was ended elsewhere is as it should be. */
export async function endInvite(id: string): Promise<void> {
  await api.delete(`/invites/${id}`).catch(rethrowUnlessGone)
}
