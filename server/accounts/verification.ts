import { MESSAGES } from '../../contract/accounts.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import { countInvited } from './invites.ts'
import { readMailedLink, redeemMailedLink } from './mailed-links.ts'
import { deleteUser, lockUser } from './own-account-queries.ts'
import { keyOf } from './registration.ts'
import * as queries from './registration-queries.ts'

/**
 * Verifies the account a mailed link belongs to. A link that was used before is fine as long
 * as the account is verified; any other that does not work is refused (400).
 */
export async function verifyEmail(services: Services, secret: string): Promise<void> {
  const { db, clock } = services
  const isVerified = await mutate(services, async (mutation) => {
    const userId = await redeemMailedLink(mutation.trx, secret, 'verify', clock())
    if (!userId) return false
    await becomeMember(mutation, services, userId)
    return true
  })
  if (isVerified) return
  const link = await readMailedLink(db, secret, 'verify')
  if (!link?.used_at || !link.verified_at)
    throw new HttpError('bad_request', MESSAGES.verificationFailed, { reason: 'wrong_link' })
}

/**
 * Makes a member of an account whose mailbox was proved to be its owner's, with the next number
 * and, if it is the first, as the administrator; nothing if it is one.
 */
export async function becomeMember(mutation: Mutation, services: Services, userId: Id) {
  const { trx } = mutation
  const user = await lockUser(trx, userId)
  if (!user || user.verified_at !== null) return
  // Who verifies at the same time waits for this number, so only one of them is the first.
  const userNumber = await queries.increment(trx, 'user_number')
  const mayBeAdmin = user.may_be_first_admin === 1
  const isFirst = await services.hostLink.isFirstAdministrator(trx, mayBeAdmin)
  await queries.makeMember(trx, userId, {
    verified_at: services.clock(),
    user_number: userNumber,
    // The command line may have granted it before.
    is_admin: isFirst ? 1 : user.is_admin,
  })
  const spaceId = await countInvited(trx, user)
  await services.hooks.searchTermsChanged(mutation, userId)
  await services.hooks.memberJoined(mutation, {
    memberId: userId,
    inviterId: user.invited_by,
    spaceId,
  })
}

/** Queues a fresh verification mail. Whether the address is known shows neither in answer nor time. */
export async function resendVerification(services: Services, email: string): Promise<void> {
  const { outbox } = services
  const payload = { email: keyOf(email) }
  await mutate(services, ({ trx }) => outbox.queue(trx, 'verify-email-again', payload))
  outbox.wake()
}

/**
 * Removes a registration that whoever got its mail did not make. Refuses (400) a link that does
 * not work any more, or whose account was verified.
 */
export async function removeRegistration(services: Services, secret: string): Promise<void> {
  await mutate(services, async ({ trx }) => {
    const userId = await redeemMailedLink(trx, secret, 'verify', services.clock())
    const user = userId && (await lockUser(trx, userId))
    if (!user || user.verified_at !== null)
      throw new HttpError('bad_request', MESSAGES.registrationNotRemoved, { reason: 'wrong_link' })
    await services.outbox.withdraw(trx, { userId: user.id })
    await services.outbox.withdraw(trx, { email: user.email_key })
    await deleteUser(trx, user.id)
  })
}
