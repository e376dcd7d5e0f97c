import type { Queryable } from '../schema.ts'

export interface RestingName {
  name_hash: string
  owner_hash: string
  rests_until: number
}

export async function upsertRestingName(trx: Queryable, { name_hash, ...row }: RestingName) {
  await trx
    .insertInto('former_usernames')
    .values({ name_hash, ...row })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(row))
    .execute()
}

export async function ownerOfResting(
  db: Queryable,
  nameHash: string,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('former_usernames')
    .select('owner_hash')
    .where('name_hash', '=', nameHash)
    .where('rests_until', '>', now)
    .executeTakeFirst()
  return row?.owner_hash
}

export async function deleteRestedUsernames(db: Queryable, now: number) {
  await db.deleteFrom('former_usernames').where('rests_until', '<=', now).execute()
}
