import type { Insertable } from 'kysely'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { visibleMessages } from '../../visibility/visible-queries.ts'
import type { SpaceTables } from '../tables.ts'

// The SQL of bans. Who writes here has locked the space, so that joining and banning take turns.

interface Banned {
  spaceId: Id
  userId: Id
}

/** False when the person was banned before. */
export async function insertBan(
  trx: Queryable,
  ban: Insertable<SpaceTables['space_bans']>,
): Promise<boolean> {
  const row = await trx
    .insertInto('space_bans')
    .values(ban)
    .onConflict((c) => c.columns(['space_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when there was none. */
export async function deleteBan(trx: Queryable, { spaceId, userId }: Banned): Promise<boolean> {
  const row = await trx
    .deleteFrom('space_bans')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Why the person is banned; undefined when they are not. */
export async function findBanReason(
  db: Queryable,
  { spaceId, userId }: Banned,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('space_bans')
    .select('reason')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.reason
}

export async function countBans(trx: Queryable, spaceId: Id): Promise<number> {
  const { count } = await trx
    .selectFrom('space_bans')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function wroteIn(
  db: Queryable,
  admin: Id,
  { spaceId, userId }: Banned,
): Promise<boolean> {
  const written = await visibleMessages(db, admin, spaceId)
    .select('message.id')
    .where('message.sender_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return written !== undefined
}

/** The latest first. */
export function bansOf(db: Queryable, spaceId: Id) {
  return db
    .selectFrom('space_bans')
    .innerJoin('users as person', 'person.id', 'space_bans.user_id')
    .select([
      'space_bans.user_id',
      'space_bans.reason',
      'space_bans.created_at',
      'person.username',
      'person.user_number',
      'person.photo_image_id',
    ])
    .where('space_bans.space_id', '=', spaceId)
    .where('person.deleted_at', 'is', null)
    .orderBy('space_bans.created_at', 'desc')
    .orderBy('space_bans.user_id', 'desc')
    .execute()
}

export type BanRow = Awaited<ReturnType<typeof bansOf>>[number]
