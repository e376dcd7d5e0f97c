import type { CommunitySettings } from '../../../contract/community-settings.ts'
import {
  MESSAGES as REGISTRATION_MESSAGES,
  SERVER_MESSAGES,
} from '../../../contract/registration.ts'
import { HttpError, invalid } from '../../platform/http/http-error.ts'
import type { Services } from '../../services.ts'

interface Registration {
  email: string
  invite?: string | undefined
}

/**
 * Refuses who may not register here now: anybody while registration is closed and nobody without an
 * invitation where one is needed (403), and an address of a mail domain that is blocked (400).
 * Where nobody is a member yet, whoever comes first may.
 */
export async function requireMayRegister(
  { db, hostLink }: Pick<Services, 'db' | 'hostLink'>,
  { registration, blockedMailDomains }: CommunitySettings,
  { email, invite }: Registration,
): Promise<void> {
  if (await hostLink.isAwaitingFirst(db)) return
  if (registration === 'closed')
    throw new HttpError('registration_closed', REGISTRATION_MESSAGES.registrationClosed)
  if (registration === 'invite' && invite === undefined)
    throw new HttpError('registration_closed', REGISTRATION_MESSAGES.invitationNeeded)
  if (isBlocked(email, blockedMailDomains))
    throw invalid('email', SERVER_MESSAGES.mailDomainBlocked)
}

/** A blocked domain stands for all below it, too. */
function isBlocked(email: string, blocked: string[]): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  const domains = new Set(labels.map((_, index) => labels.slice(index).join('.')))
  return blocked.some((domain) => domains.has(domain))
}
