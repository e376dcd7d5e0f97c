import { iterateMembers } from '../accounts/iterate-members.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import {
  enterAuthorIntoFeed,
  removeAuthorFromFeed,
  removeAuthorFromFeeds,
  trimFeed,
} from './feed-entry-queries.ts'
import * as queries from './queries.ts'
import { advanceVibedBy, deleteReactionsOf } from './reaction-queries.ts'

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

/** A member's profile became private or public: so did every post of theirs. */
export async function updatePostAudience(trx: Queryable, memberId: Id, isPrivate: boolean) {
  await queries.updateAudience(trx, memberId, !isPrivate)
}

/** A member is called or looks otherwise now, beside their posts and their vibes. */
export async function invalidatePostsShowing(trx: Queryable, memberId: Id) {
  await queries.advanceVersionsOf(trx, memberId)
  await advanceVibedBy(trx, memberId)
}

/** An account is deleted: everything the member said and gave goes, out of every count too. */
export async function deletePostsAndReactionsOf(
  { images }: Pick<Services, 'images'>,
  trx: Queryable,
  memberId: Id,
) {
  await deleteReactionsOf(trx, memberId)
  await queries.deleteCommentsOf(trx, memberId)
  await removeAuthorFromFeeds(trx, memberId)
  await queries.deletePostsOf(trx, memberId)
  await images.releaseAllOf(trx, memberId)
}

const MEMBERS_AT_ONCE = 20

/** Drops feed entries nobody pages back to, a few members at a time. */
export async function trimFeeds(services: Pick<Services, 'db' | 'bus'>) {
  for await (const viewers of iterateMembers(services.db, MEMBERS_AT_ONCE))
    for (const viewerId of viewers) await mutate(services, ({ trx }) => trimFeed(trx, viewerId))
}
