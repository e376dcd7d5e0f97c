import { lockAccounts } from '../accounts/lock-account.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import * as queries from './queries.ts'

const FRIENDS_AT_ONCE = 20

export async function removeSomeFriends(trx: Queryable, memberId: Id): Promise<boolean> {
  const friends = await queries.someFriendsOf(trx, memberId, FRIENDS_AT_ONCE)
  await lockAccounts(trx, friends, 'no key update')
  for (const friendId of friends) await queries.deleteFriendship(trx, memberId, friendId)
  return friends.length > 0 || queries.deleteSomeRequestsOf(trx, memberId)
}
