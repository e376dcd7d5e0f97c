import { MESSAGES, type ResetAnswer } from '../../contract/account-security.ts'
import { MESSAGES as ACCOUNT_MESSAGES } from '../../contract/accounts.ts'
import { MESSAGES as LINK_MESSAGES } from '../../contract/mailed-links.ts'
import { isUniqueViolation } from '../platform/database/failures.ts'
import { mutate } from '../platform/database/mutate.ts'
import { conflictAt, HttpError, invalid } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { takeUnlessRefused } from '../platform/limits.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import { withFormerEmail } from './account-security-mails.ts'
import { requireConfirmation } from './confirmation.ts'
import { lockAccount, lockOwnAccount } from './lock-account.ts'
import { lockUser } from './lock-queries.ts'
import { mailboxLimit } from './mail-limit.ts'
import * as linkQueries from './mailed-link-queries.ts'
import { makeMailedLink, takeMailedLink, takeWayBack, undoEndOf } from './mailed-links.ts'
import { keyOf } from './name-key.ts'
import * as queries from './queries.ts'
import { releaseEmail } from './registration/registration.ts'
import { deleteLatePasskeys } from './second-factor/passkeys.ts'
import { endLateSecondFactor } from './second-factor/second-factor-end.ts'
import { endSessionsOf } from './sessions.ts'

// An address changes when the link in the new mailbox is opened, since only that proves whose it
// is. The former mailbox is told, and can take the change back for a week.

/**
 * Refuses (403) without a confirmation, (429) too many mails to one mailbox, (400) the address they
 * have, (409) one that is taken.
 */
export async function requestEmailChange(
  actor: Actor,
  services: Services,
  email: string,
): Promise<void> {
  await requireConfirmation(actor, services)
  const { limits, outbox } = services
  // It may be a stranger's, to whom any number of members could have it sent.
  const mails = mailboxLimit(limits, 'change-mail')
  const giveMailBack = await takeUnlessRefused(mails, keyOf(email))
  await mutate(services, async ({ trx }) => {
    const user = await lockOwnAccount(trx, actor)
    if (user.email === email) throw invalid('email', MESSAGES.emailSame)
    if (user.email_key !== keyOf(email))
      await requireFreeEmail(services, trx, { email, isProved: false })
    await outbox.queue(trx, 'change-email', { userId: actor.id, newEmail: email })
  }).catch(giveMailBack)
  outbox.wake()
}

/**
 * Gives the account the address its link was mailed to. Refuses (400) a link that does not work.
 */
export async function changeEmail(services: Services, secret: string): Promise<void> {
  const { clock, outbox } = services
  await withFreeEmail(() =>
    mutate(services, async (mutation) => {
      const { trx } = mutation
      const link = await takeMailedLink(trx, secret, 'change-email', clock())
      const user = link && (await lockUser(trx, link.user_id))
      if (!user || link.email === null) throw linkInvalid()
      await setEmail(services, mutation, user, link.email)
      const told = { userId: user.id, formerEmail: user.email, at: clock() }
      await outbox.queue(trx, 'email-changed', told)
    }),
  )
  outbox.wake()
}

/** What remains for who took their account back. */
type TakenBack = Pick<ResetAnswer, 'resetToken' | 'codesEndAt'>

/**
 * Gives the account the former address back, ends all its sessions, and what was added of late to
 * sign in with: whoever changed it knew the password. Later changes cannot be taken back to what
 * came between.
 */
export async function undoEmailChange(services: Services, secret: string): Promise<TakenBack> {
  const { userId, codesEndAt } = await withFreeEmail(() =>
    mutate(services, async (mutation) => {
      const { trx } = mutation
      const link = await takeWayBack(trx, secret, 'undo-email', services.clock())
      const user = link && (await lockUser(trx, link.user_id))
      if (!user || link.email === null) throw linkInvalid()
      await endLinksSince(services, trx, user.id, link.expires_at)
      await setEmail(services, mutation, user, link.email)
      await endSessionsOf(mutation, user.id)
      await deleteLatePasskeys(trx, user.id, services.clock())
      const codesEndAt = await endLateSecondFactor(services, trx, user.id)
      return { userId: user.id, codesEndAt }
    }),
  )
  return wayBack(services, userId, codesEndAt)
}

/**
 * Ends all sessions of who did not sign in themselves, and what was added of late to sign in with.
 */
export async function endStrangersSessions(services: Services, secret: string): Promise<TakenBack> {
  const { userId, codesEndAt } = await mutate(services, async (mutation) => {
    const link = await takeWayBack(mutation.trx, secret, 'not-me', services.clock())
    if (!link) throw linkInvalid()
    await lockAccount(mutation.trx, link.user_id)
    await withdrawEmailChange(services, mutation.trx, link.user_id)
    await endSessionsOf(mutation, link.user_id)
    await deleteLatePasskeys(mutation.trx, link.user_id, services.clock())
    const codesEndAt = await endLateSecondFactor(services, mutation.trx, link.user_id)
    return { userId: link.user_id, codesEndAt }
  })
  return wayBack(services, userId, codesEndAt)
}

async function wayBack(
  services: Services,
  userId: Id,
  codesEndAt: number | null,
): Promise<TakenBack> {
  if (codesEndAt !== null) services.outbox.wake()
  return {
    resetToken: await makeMailedLink(services, userId, 'reset'),
    codesEndAt: codesEndAt === null ? null : isoTimestamp(codesEndAt),
  }
}

/**
 * Of an address that is not confirmed yet: with another password, or by its owner, all that ends.
 */
export async function withdrawEmailChange(
  { outbox }: Pick<Services, 'outbox'>,
  trx: Queryable,
  userId: Id,
): Promise<void> {
  await linkQueries.deleteUnusedMailedLinks(trx, userId, 'change-email')
  await outbox.withdrawKind(trx, 'change-email', { userId })
}

/**
 * Ends what was mailed, or is to be, to the mailboxes that came after the one whose way back ends
 * then: both kinds of link work for as long, so that whoever got one later was asked for it later.
 */
async function endLinksSince(services: Services, trx: Queryable, userId: Id, endsAt: number) {
  await withdrawEmailChange(services, trx, userId)
  await linkQueries.deleteLaterLinks(trx, userId, ['undo-email', 'not-me'], endsAt)
  const isLater = (payload: unknown) => undoEndOf(withFormerEmail.parse(payload).at) >= endsAt
  await services.outbox.withdrawKind(trx, 'email-changed', { userId }, isLater)
}

/** Of who just opened a link in that mailbox. */
async function setEmail(services: Services, mutation: Mutation, user: UserRow, email: string) {
  const { trx } = mutation
  const emailKey = keyOf(email)
  if (emailKey !== user.email_key) await requireFreeEmail(services, trx, { email, isProved: true })
  // What was on its way to the former mailbox for its owner alone.
  await linkQueries.deleteUnusedMailedLinks(trx, user.id, 'reset')
  await queries.updateEmail(trx, user.id, email, emailKey)
  publishAccountChanged(mutation, user.id)
}

async function requireFreeEmail(
  services: Services,
  trx: Queryable,
  { email, isProved }: { email: string; isProved: boolean },
) {
  const email_key = keyOf(email)
  await releaseEmail(services, trx, { email_key, isProved })
  if (await queries.lockUserByEmail(trx, email_key)) throw taken()
}

/** Of two who want the same address at once, one gets it. */
async function withFreeEmail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}

function taken() {
  return conflictAt('email', ACCOUNT_MESSAGES.emailTaken)
}

function linkInvalid() {
  return new HttpError('bad_request', LINK_MESSAGES.linkInvalid, { reason: 'wrong_link' })
}
