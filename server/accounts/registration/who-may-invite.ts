import type { CommunitySettings } from '../../../contract/community-settings.ts'
import { MESSAGES } from '../../../contract/invites.ts'
import { HttpError } from '../../platform/http/http-error.ts'

type Deciding = Pick<CommunitySettings, 'registration' | 'whoMayInvite'>

/** Refuses (403) who may not make an invitation now: one by which nobody could come in. */
export function requireMayInvite({ registration, whoMayInvite }: Deciding, isAdmin: boolean): void {
  if (registration === 'closed') throw new HttpError('forbidden', MESSAGES.nobodyComesIn)
  if (!isAdmin && whoMayInvite === 'admins')
    throw new HttpError('forbidden', MESSAGES.administratorsInvite)
}
