import { EMAIL_UNDO_DAYS } from '../../contract/account-security.ts'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { mutate } from '../platform/database/mutate.ts'
import { type Id, newSecret, secretHash } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import { lockUser } from './lock-queries.ts'
import * as linkQueries from './mailed-link-queries.ts'
import type { MailedLinksTable } from './tables.ts'

// Links sent by mail prove that the mailbox is one's own. Each works once (but see `takeWayBack`) and
// for a while; of most purposes the newest is the only one that works; only its hash is kept.

const LIFETIME_MS = {
  verify: DAY_MS,
  reset: HOUR_MS,
  'change-email': DAY_MS,
  'undo-email': EMAIL_UNDO_DAYS * DAY_MS,
  'not-me': EMAIL_UNDO_DAYS * DAY_MS,
}
/** Whoever changed an address twice must not end the first owner's way back. */
const OLDER_STAY = new Set<Purpose>(['undo-email', 'not-me'])

type Purpose = MailedLinksTable['purpose']

/** When the way back ends of an address that was changed then. */
export function undoEndOf(changedAt: number): number {
  return changedAt + LIFETIME_MS['undo-email']
}

/** Whether a new password that is chosen by mail now may be what taking the account back led to. */
export function wasTakenBackOfLate(trx: Queryable, userId: Id, now: number): Promise<boolean> {
  const since = now - LIFETIME_MS.reset
  return linkQueries.isLinkUsedSince(trx, userId, ['undo-email', 'not-me'], since)
}

interface LinkOptions {
  /** What it leads to. */
  email?: string | null
  from?: number
  /**
   * Throws where the mailbox that it goes to is not the account's any more: it may be a stranger's.
   */
  mailbox?: string
  /** Throws where it is not; asked while nothing of the account changes. */
  isWanted?: (trx: Queryable) => Promise<boolean>
}

/**
 * Makes a new link of this purpose, ending older ones where only the newest works, and returns its
 * secret.
 */
export function makeMailedLink(
  services: Pick<Services, 'db' | 'bus' | 'clock'>,
  userId: Id,
  purpose: Purpose,
  { email = null, from = services.clock(), mailbox, isWanted }: LinkOptions = {},
) {
  const secret = newSecret()
  return mutate(services, async ({ trx }) => {
    const user = await lockUser(trx, userId)
    if (mailbox !== undefined && user?.email !== mailbox)
      throw new Error('The account has another mailbox by now.')
    if (isWanted && !(await isWanted(trx))) throw new Error('It was taken back meanwhile.')
    // A used verification link is kept: opening it again is no error.
    if (!OLDER_STAY.has(purpose)) await linkQueries.deleteUnusedMailedLinks(trx, userId, purpose)
    await linkQueries.insertMailedLink(trx, {
      token_hash: secretHash(secret),
      user_id: userId,
      purpose,
      email,
      expires_at: from + LIFETIME_MS[purpose],
      used_at: null,
    })
    return secret
  })
}

/** The link as it stands, without using it; undefined when it is none of ours. */
export function readMailedLink(db: Queryable, secret: string, purpose: Purpose) {
  return linkQueries.findMailedLink(db, secretHash(secret), purpose)
}

/** Whose link this is, used up by asking; undefined when it does not work any more. */
export async function redeemMailedLink(
  trx: Queryable,
  secret: string,
  purpose: Purpose,
  now: number,
): Promise<Id | undefined> {
  return (await takeMailedLink(trx, secret, purpose, now))?.user_id
}

export function takeMailedLink(trx: Queryable, secret: string, purpose: Purpose, now: number) {
  return linkQueries.redeemMailedLink(trx, secretHash(secret), purpose, now)
}

/**
 * The same, and once more where the answer may have been lost: until a new password is chosen it is
 * all that leads to one.
 */
export async function takeWayBack(
  trx: Queryable,
  secret: string,
  purpose: 'undo-email' | 'not-me',
  now: number,
) {
  const since = now - LIFETIME_MS.reset
  return (
    (await takeMailedLink(trx, secret, purpose, now)) ??
    linkQueries.redeemMailedLinkAgain(trx, secretHash(secret), purpose, { now, since })
  )
}
