import type { Queryable } from '../schema.ts'

// All SQL of the friends room. A friendship is two rows, one from each side, written together.

/** False when the two are friends already. */
export async function insertFriendship(trx: Queryable, one: string, other: string, now: number) {
  const rows = await trx
    .insertInto('friendships')
    .values([
      { user_id: one, friend_id: other, created_at: now },
      { user_id: other, friend_id: one, created_at: now },
    ])
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .execute()
  return rows.length > 0
}

/** False when the two were not friends. */
export async function deleteFriendship(trx: Queryable, one: string, other: string) {
  const rows = await trx
    .deleteFrom('friendships')
    .where((eb) =>
      eb.or([
        eb.and([eb('user_id', '=', one), eb('friend_id', '=', other)]),
        eb.and([eb('user_id', '=', other), eb('friend_id', '=', one)]),
      ]),
    )
    .returning('user_id')
    .execute()
  return rows.length > 0
}

export async function areFriends(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db
    .selectFrom('friendships')
    .select('friend_id')
    .where('user_id', '=', one)
    .where('friend_id', '=', other)
    .executeTakeFirst()
  return row !== undefined
}
