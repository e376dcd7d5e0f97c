import { MESSAGES } from '../../contract/accounts.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError, invalid } from '../platform/http/http-error.ts'
import { ipKey } from '../platform/limits.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import { withdrawEmailChange } from './change-email.ts'
import { lockAccount } from './lock-account.ts'
import { readMailedLink, redeemMailedLink, wasTakenBackOfLate } from './mailed-links.ts'
import { keyOf } from './name-key.ts'
import { isCommonPassword } from './password.ts'
import * as queries from './queries.ts'
import { settleVerified } from './registration/verification.ts'
import { deleteLatePasskeys } from './second-factor/passkeys.ts'
import { endLateSecondFactor } from './second-factor/second-factor-end.ts'
import { endSessionsOf } from './sessions.ts'

/**
 * Queues the mail with a reset link. Whether the address is known shows neither in answer nor time.
 */
export async function requestPasswordReset(services: Services, email: string) {
  const { outbox } = services
  const payload = { email: keyOf(email) }
  await mutate(services, ({ trx }) => outbox.queue(trx, 'reset-password', payload))
  outbox.wake()
}

/** Refuses (400) a reset link that does not work, without using it. */
export async function checkResetLink({ db, clock }: Services, secret: string): Promise<void> {
  const link = await readMailedLink(db, secret, 'reset')
  if (!link || link.used_at !== null || link.expires_at <= clock())
    throw new HttpError('bad_request', MESSAGES.resetLinkInvalid, { reason: 'wrong_link' })
}

/** Ends every session and mails the owner; does not sign in. A link works once. */
export async function resetPassword(
  services: Services,
  secret: string,
  password: string,
  ip: string,
): Promise<UserRow> {
  const { clock, outbox, passwords } = services
  await checkResetLink(services, secret)
  if (await isCommonPassword(password)) throw invalid('password', MESSAGES.passwordCommon)
  const passwordHash = await passwords.hash(password, ipKey(ip))
  const settings = await services.community.read()
  const now = clock()
  const user = await mutate(services, async (mutation) => {
    const { trx } = mutation
    const userId = await redeemMailedLink(trx, secret, 'reset', now)
    if (!userId)
      throw new HttpError('bad_request', MESSAGES.resetLinkInvalid, { reason: 'wrong_link' })
    // Who signs in by the former password at this moment is through, or waits and is refused.
    await lockAccount(trx, userId)
    // Who opens a link in the mailbox has proved that it is theirs.
    await settleVerified(mutation, services, settings, userId)
    await endSessionsOf(mutation, userId)
    await withdrawEmailChange(services, trx, userId)
    // Until now who knew the former password may have kept a stranger's codes with one of them, or
    // added another passkey.
    if (await wasTakenBackOfLate(trx, userId, now)) {
      await deleteLatePasskeys(trx, userId, now)
      await endLateSecondFactor(services, trx, userId)
    }
    await outbox.queue(trx, 'password-changed', { userId, at: now })
    return queries.updatePasswordHash(trx, userId, passwordHash)
  })
  outbox.wake()
  return user
}
