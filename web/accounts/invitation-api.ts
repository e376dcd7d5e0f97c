import { type Invitation, invitation } from '../../contract/invitation.ts'
import { api } from '../platform/api-client.ts'

/** Rejects with a 404 where it is over, or never was. */
export async function readInvitation(code: string, signal: AbortSignal): Promise<Invitation> {
  return invitation.parse(await api.get(`/invitations/${encodeURIComponent(code)}`, { signal }))
}
