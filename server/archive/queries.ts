import type { Updateable } from 'kysely'
import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { visiblePosts } from '../visibility/visible-queries.ts'
import type { ArchivesTable } from './tables.ts'

export async function insertArchive(trx: Queryable, id: Id, userId: Id, now: number) {
  await trx.insertInto('archives').values({ id, user_id: userId, requested_at: now }).execute()
}

/** The member's latest that was not removed. */
export function latestArchive(db: Queryable, userId: Id, now: number) {
  return db
    .selectFrom('archives')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', now)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type ArchiveRow = NonNullable<Awaited<ReturnType<typeof latestArchive>>>

/** The member's latest that is whole: it stays while another is made. */
export function latestMadeArchive(db: Queryable, userId: Id, now: number) {
  return db
    .selectFrom('archives')
    .select(['id', 'user_id', 'bytes', 'delete_after'])
    .where('user_id', '=', userId)
    .where('made_at', 'is not', null)
    .where('delete_after', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One that is whole, and what its owner is called. */
export function findArchive(db: Queryable, id: Id, now: number) {
  return db
    .selectFrom('archives')
    .innerJoin('users', 'users.id', 'archives.user_id')
    .selectAll('archives')
    .select('users.username')
    .where('archives.id', '=', id)
    .where('archives.made_at', 'is not', null)
    .where('archives.delete_after', '>', now)
    .executeTakeFirst()
}

export type ArchiveFileRow = NonNullable<Awaited<ReturnType<typeof findArchive>>>

/** Of one member one thing goes on at a time; others may write rows that name them meanwhile. */
export function lockMember(trx: Queryable, id: Id) {
  const member = trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return withRowLock(trx, member, 'no key update').executeTakeFirst()
}

/** All of the member's go with the next look; what one of them was asked for is forgotten. */
export async function endArchivesOf(trx: Queryable, userId: Id) {
  await trx.updateTable('archives').set({ delete_after: 0 }).where('user_id', '=', userId).execute()
}

/** The member's that were not made; whoever makes one finds it gone. */
export async function endUnmadeArchivesOf(trx: Queryable, userId: Id) {
  await trx
    .updateTable('archives')
    .set({ delete_after: 0 })
    .where('user_id', '=', userId)
    .where('made_at', 'is', null)
    .execute()
}

/** The member's but this one, which is whole. */
export async function endFormerArchives(trx: Queryable, { id, userId }: { id: Id; userId: Id }) {
  await trx
    .updateTable('archives')
    .set({ delete_after: 0 })
    .where('user_id', '=', userId)
    .where('id', '!=', id)
    .execute()
}

/** Whose are to be made and in nobody's hands. */
export async function ownersOfUnfinished(db: Queryable, now: number): Promise<Id[]> {
  const rows = await db
    .selectFrom('archives')
    .select('user_id')
    .where('delete_after', 'is', null)
    .where('held_until', '<=', now)
    .orderBy('id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The member's archive to be made, if it is in nobody's hands, until the transaction ends. */
export function lockUnfinishedOf(trx: Queryable, userId: Id, now: number) {
  const row = trx
    .selectFrom('archives')
    .selectAll()
    .where('user_id', '=', userId)
    .where('delete_after', 'is', null)
    .where('held_until', '<=', now)
  return withRowLock(trx, row).executeTakeFirst()
}

export async function beginTry(trx: Queryable, id: Id, fileId: string, heldUntil: number) {
  await trx
    .updateTable('archives')
    .set((eb) => ({
      ...{ file_id: fileId, part_count: 0, held_until: heldUntil },
      tries: eb('tries', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Of an archive that this try makes. False where another took over, or it is not wanted any more.
 */
export async function updateHeld(
  db: Queryable,
  fileId: string,
  change: Updateable<ArchivesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('archives')
    .set(change)
    .where('file_id', '=', fileId)
    .where('delete_after', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function dueArchives(db: Queryable, now: number) {
  return db
    .selectFrom('archives')
    .select(['id', 'file_id', 'part_count'])
    .where('delete_after', '<=', now)
    .execute()
}

export async function deleteArchive(db: Queryable, id: Id) {
  await db.deleteFrom('archives').where('id', '=', id).execute()
}

export async function countOwn(db: Queryable, userId: Id) {
  const row = await db
    .selectNoFrom([postCountOf(db, userId).as('posts'), imageCountOf(db, userId).as('images')])
    .executeTakeFirstOrThrow()
  return { posts: Number(row.posts), images: Number(row.images) }
}

export function postCountOf(db: Queryable, userId: Id) {
  return visiblePosts(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('posts.author_id', '=', userId)
}

/** Also those that are about to be deleted. */
export function imageCountOf(db: Queryable, userId: Id) {
  return db
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
}
