import { queryOptions } from '@tanstack/react-query'
import {
  type InviteLink,
  inviteLink,
  inviteList,
  type NewInvite,
} from '../../../contract/invites.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
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

/** A new one where there is none; else it, or null where it is used up, or ended or renewed elsewhere. */
export async function inviteOnceMore(made: InviteLink | null | undefined) {
  if (!made) return makeInvite({})
  return (await isOpen(made)) ? made : null
}

/** Whether somebody can come by it; where that cannot be told, they can as far as is known. */
async function isOpen({ url, invite }: InviteLink): Promise<boolean> {
  if (Date.parse(invite.until) < Date.now()) return false
  try {
    await api.get(`/invitations/${url.slice(url.lastIndexOf('/') + 1)}`)
  } catch (error) {
    return !isEnded(error)
  }
  return true
}

/** Another link for the same invitation; the one before works no longer. */
export async function renewInviteLink(id: string) {
  return inviteLink.parse(await api.post(`/invites/${id}/link`))
}

/** One that was ended elsewhere is as it should be. */
export async function endInvite(id: string): Promise<void> {
  try {
    await api.delete(`/invites/${id}`)
  } catch (error) {
    if (!isEnded(error)) throw error
  }
}

export function isEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
