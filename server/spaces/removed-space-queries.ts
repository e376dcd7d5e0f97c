import type { Selectable } from 'kysely'
import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { SpacesTable } from './tables.ts'

/** The caller has locked it. */
export function read(trx: Queryable, spaceId: Id) {
  return trx.selectFrom('spaces').selectAll().where('id', '=', spaceId).executeTakeFirst()
}

export type PeopleOfSpace = Awaited<ReturnType<typeof peopleOf>>

/** Who is in it, and who is kept out of it: of that not why, which was said of somebody. */
export async function peopleOf(trx: Queryable, spaceId: Id) {
  const members = await trx
    .selectFrom('space_members')
    .selectAll()
    .where('space_id', '=', spaceId)
    .execute()
  const bans = await trx
    .selectFrom('space_bans')
    .select(['space_id', 'user_id', 'created_at'])
    .where('space_id', '=', spaceId)
    .execute()
  return { members, bans }
}

/** Which of these accounts are there; none of them is deleted until the transaction ends. */
export async function lockThoseThere(trx: Queryable, ids: Id[]): Promise<Id[]> {
  const accounts = trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return (await withRowLock(trx, accounts, 'key share').execute()).map(({ id }) => id)
}

export async function restore(
  trx: Queryable,
  space: Selectable<SpacesTable>,
  { members, bans }: PeopleOfSpace,
): Promise<void> {
  await trx.insertInto('spaces').values(space).execute()
  await trx.insertInto('space_members').values(members).execute()
  if (bans.length === 0) return
  const withoutReason = bans.map((ban) => ({ ...ban, reason: '' }))
  await trx.insertInto('space_bans').values(withoutReason).execute()
}
