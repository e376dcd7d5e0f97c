import { iterateMembers } from '../accounts/iterate-members.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import { advanceGeneration } from './card-queries.ts'
import { enterAuthorIntoFeed, removeAuthorFromFeed, trimFeed } from './feed-entry-queries.ts'
import * as queries from './queries.ts'

// What the posts room does when something changes elsewhere, inside the transaction that changes
// it, so that no feed is ever wrong.

/** Two became friends: each one's posts enter the other's feed. */
export async function enterFeedsOfNewFriend(trx: Queryable, one: Id, other: Id) {
  await enterAuthorIntoFeed(trx, one, other)
  await enterAuthorIntoFeed(trx, other, one)
}

/** Two are friends no longer: each one's posts leave the other's feed. */
export async function leaveFeedsOfFormerFriend(trx: Queryable, one: Id, other: Id) {
  await removeAuthorFromFeed(trx, one, other)
  await removeAuthorFromFeed(trx, other, one)
}

/**
 * A member's profile became private or public: some of their posts say so. True while others are
 * left, which are for friends until then.
 */
export function updateSomePostAudiences(
  trx: Queryable,
  memberId: Id,
  isPrivate: boolean,
): Promise<boolean> {
  return queries.updateSomeAudiences(trx, memberId, !isPrivate)
}

/** A member is called or looks otherwise now, or is gone: cards are written anew. */
export async function invalidateCards(trx: Queryable) {
  await advanceGeneration(trx)
}

/** A deleted member's posts leave the feed of one who was a friend. */
export async function leaveFeedOf(trx: Queryable, viewerId: Id, deletedId: Id) {
  await removeAuthorFromFeed(trx, viewerId, deletedId)
}

const MEMBERS_AT_ONCE = 20

/** Drops feed entries nobody pages back to, a few members at a time. */
export async function trimFeeds(services: Pick<Services, 'db' | 'bus'>) {
  for await (const viewers of iterateMembers(services.db, MEMBERS_AT_ONCE))
    for (const viewerId of viewers) await mutate(services, ({ trx }) => trimFeed(trx, viewerId))
}
