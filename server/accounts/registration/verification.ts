import { MESSAGES } from '../../../contract/accounts.ts'
import type { CommunitySettings } from '../../../contract/community-settings.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type Id, secretHash } from '../../platform/ids.ts'
import type { UserRow } from '../../schema.ts'
import type { Mutation, Services } from '../../services.ts'
import { deleteUser } from '../deletion/deletion-queries.ts'
import { lockUser } from '../lock-queries.ts'
import { readMailedLink, redeemMailedLink } from '../mailed-links.ts'
import { keyOf } from '../name-key.ts'
import { countInvited } from './invites.ts'
import { isMailVerified } from './mail-verified.ts'
import * as queries from './registration-queries.ts'

/**
 * Verifies the account a mailed link belongs to; answers what has become of it. A link that was
 * used before is fine as long as the account is verified; any other that does not work is refused
 * (400).
 */
export async function verifyEmail(
  services: Services,
  secret: string,
  browserSecret?: string,
): Promise<Verification> {
  const { db, clock, community } = services
  const settings = await community.read()
  const verification = await mutate(services, async (mutation) => {
    const userId = await redeemMailedLink(mutation.trx, secret, 'verify', clock())
    if (!userId) return undefined
    const user = await lockUser(mutation.trx, userId)
    const isTheirBrowser =
      browserSecret !== undefined && user?.registered_browser === secretHash(browserSecret)
    const verified = await settleVerified(mutation, services, settings, userId)
    return {
      verified,
      email: user?.email ?? null,
      provenMember: isTheirBrowser && verified === 'member' ? userId : null,
    }
  })
  if (verification) return verification
  const link = await readMailedLink(db, secret, 'verify')
  const before = { email: null, provenMember: null }
  if (link?.used_at && link.verified_at) return { ...before, verified: 'member' }
  if (link?.used_at && link.waiting_since) return { ...before, verified: 'waiting' }
  throw new HttpError('bad_request', MESSAGES.verificationFailed, { reason: 'wrong_link' })
}

type Verified = 'member' | 'waiting'

export interface Verification {
  verified: Verified
  /** Of whom it was verified, told by the first use of the link alone. */
  email: string | null
  /** Who became a member by this very call, from the browser in which they registered. */
  provenMember: Id | null
}

/**
 * Makes a member of an account whose mailbox was proved to be its owner's, or has it wait where
 * administrators let people in. Nobody waits whom an administrator made one, nor, unless they are
 * to, whom a member invited who is there and not suspended.
 */
export async function settleVerified(
  mutation: Mutation,
  services: Services,
  { registration, letsInvitedIn }: CommunitySettings,
  userId: Id,
): Promise<Verified> {
  const { trx } = mutation
  const user = await lockUser(trx, userId)
  if (user?.verified_at !== null) return 'member'
  if (user.waiting_since !== null) return 'waiting'
  const isInvited = user.invited_by !== null && (await queries.isInviterShown(trx, user.invited_by))
  const isKnown = (letsInvitedIn && isInvited) || user.is_admin === 1
  const mayBeAdmin = user.may_be_first_admin === 1
  const isWaiting =
    registration === 'approval' &&
    !isKnown &&
    !(await services.hostLink.wouldBeFirst(trx, mayBeAdmin))
  if (!isWaiting) {
    await becomeMember(mutation, services, user)
    return 'member'
  }
  await queries.setWaiting(trx, userId, services.clock())
  await services.hooks.admissionQueueChanged(mutation, { isNew: true })
  return 'waiting'
}

/** The caller has locked the account. The first is the administrator. Returns the next number. */
export async function becomeMember(
  mutation: Mutation,
  services: Services,
  user: UserRow,
): Promise<number> {
  const { trx } = mutation
  const { id: userId } = user
  // Who verifies at the same time waits for this number, so only one of them is the first.
  const userNumber = await queries.increment(trx, 'user_number')
  const isFirst = await services.hostLink.isFirstAdministrator(trx, user.may_be_first_admin === 1)
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
  return userNumber
}

/**
 * Queues a fresh verification mail. Whether the address is known shows neither in answer nor time.
 */
export async function resendVerification(services: Services, email: string): Promise<void> {
  const { outbox } = services
  const payload = { email: keyOf(email) }
  await mutate(services, ({ trx }) => outbox.queue(trx, 'verify-email-again', payload))
  outbox.wake()
}

/** For who got a mail they did not ask for. Refuses (400) a dead link, and a verified account. */
export async function removeRegistration(services: Services, secret: string): Promise<void> {
  await mutate(services, async ({ trx }) => {
    const userId = await redeemMailedLink(trx, secret, 'verify', services.clock())
    const user = userId && (await lockUser(trx, userId))
    if (!user || isMailVerified(user))
      throw new HttpError('bad_request', MESSAGES.registrationNotRemoved, { reason: 'wrong_link' })
    await services.outbox.withdraw(trx, { userId: user.id })
    await services.outbox.withdraw(trx, { email: user.email_key })
    await deleteUser(trx, user.id)
  })
}
