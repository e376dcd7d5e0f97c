import type { Expression } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'

/**
 * There where the other is a friend, also one who is suspended or whose account is being deleted.
 */
export function friendship(db: ReadonlyDatabase, one: Id, other: Id | Expression<Id>) {
  return db
    .selectFrom('friendships')
    .select('friendships.friend_id')
    .where('friendships.user_id', '=', one)
    .where('friendships.friend_id', '=', other)
}

export async function areFriends(db: ReadonlyDatabase, one: Id, other: Id): Promise<boolean> {
  return (await friendship(db, one, other).executeTakeFirst()) !== undefined
}
