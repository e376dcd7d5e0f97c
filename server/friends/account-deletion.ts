import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import * as queries from './queries.ts'

/** Their feeds are gone through, each of which may hold a thousand posts. */
const FRIENDS_AT_ONCE = 4

/**
 * Takes some of a deleted member's friendships and requests away, with what `onFriend` does for
 * each friend. True while there may be more.
 */
export async function removeSomeFriends(
  trx: Queryable,
  memberId: Id,
  onFriend: (friendId: Id) => Promise<void>,
): Promise<boolean> {
  const friends = await queries.someFriendsOf(trx, memberId, FRIENDS_AT_ONCE)
  for (const friendId of friends) {
    await onFriend(friendId)
    await queries.deleteFriendship(trx, memberId, friendId)
  }
  return friends.length > 0 || queries.deleteSomeRequestsOf(trx, memberId)
}
