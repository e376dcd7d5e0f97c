import { SAYS } from '../../contract/accounts.ts'
import { invalid, Refusal } from '../platform/http/refusal.ts'
import { change } from '../platform/realtime/change.ts'
import type { Services } from '../services.ts'
import { lookAtMailedLink, redeemMailedLink } from './mailed-links.ts'
import { isCommonPassword } from './password.ts'
import * as queries from './queries.ts'
import { keyOf } from './registration.ts'
import { endAllSessions } from './sessions.ts'

/** Queues the mail with a reset link. Whether the address is known shows neither in answer nor time. */
export async function requestPasswordReset({ db, outbox }: Services, email: string) {
  await outbox.queue(db, 'reset-password', { email: keyOf(email) })
  outbox.wake()
}

/** Refuses (400) a reset link that does not work, without using it. */
export async function checkResetLink({ db, clock }: Services, secret: string): Promise<void> {
  const link = await lookAtMailedLink(db, secret, 'reset')
  if (!link || link.used_at !== null || link.expires_at <= clock())
    throw new Refusal('bad_request', SAYS.resetLinkInvalid)
}

/**
 * Sets a new password by a mailed link, ends every session of the account and tells its owner
 * by mail. It does not sign in. Of two uses of one link at once, one wins.
 */
export async function resetPassword(services: Services, secret: string, password: string) {
  const { clock, outbox, passwords } = services
  await checkResetLink(services, secret)
  if (await isCommonPassword(password)) throw invalid('password', SAYS.passwordCommon)
  const passwordHash = await passwords.hash(password)
  const now = clock()
  await change(services, async (changing) => {
    const { trx } = changing
    const userId = await redeemMailedLink(trx, secret, 'reset', now)
    if (!userId) throw new Refusal('bad_request', SAYS.resetLinkInvalid)
    await queries.updatePasswordHash(trx, userId, passwordHash)
    // Who opens a link in the mailbox has proved that it is theirs.
    await queries.markVerified(trx, userId, now)
    await endAllSessions(changing, userId)
    await outbox.queue(trx, 'password-changed', { userId })
  })
  outbox.wake()
}
