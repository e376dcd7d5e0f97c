import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import * as queries from './queries.ts'

/** Makes two members friends, in the caller's transaction. False when they are already. */
export async function makeFriends(
  { clock, friendshipMade }: Pick<Services, 'clock' | 'friendshipMade'>,
  trx: Queryable,
  one: string,
  other: string,
): Promise<boolean> {
  if (!(await queries.insertFriendship(trx, one, other, clock()))) return false
  for (const learn of friendshipMade) await learn(trx, one, other)
  return true
}

/** Ends a friendship, in the caller's transaction. False when there was none. */
export async function endFriendship(
  { friendshipEnded }: Pick<Services, 'friendshipEnded'>,
  trx: Queryable,
  one: string,
  other: string,
): Promise<boolean> {
  if (!(await queries.deleteFriendship(trx, one, other))) return false
  for (const learn of friendshipEnded) await learn(trx, one, other)
  return true
}
