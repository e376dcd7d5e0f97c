import type { Updateable } from 'kysely'
import type { MessagePolicy } from '../../../contract/conversations.ts'
import { withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { ImportsTable } from '../tables.ts'

/** The member's latest that was not removed. */
export function latestImport(db: Queryable, userId: Id, now: number) {
  return latest(db, userId, now).executeTakeFirst()
}

/** The same; nobody else changes it until the transaction ends. */
export function lockLatest(trx: Queryable, userId: Id, now: number) {
  return withRowLock(trx, latest(trx, userId, now)).executeTakeFirst()
}

function latest(db: Queryable, userId: Id, now: number) {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('delete_after', 'is', null), eb('delete_after', '>', now)]))
    .orderBy('id', 'desc')
    .limit(1)
}

export type ImportRow = NonNullable<Awaited<ReturnType<typeof latestImport>>>

type NewImport = Pick<ImportRow, 'id' | 'user_id' | 'file_id' | 'bytes'> & { now: number }

export async function insertImport(trx: Queryable, { now, ...row }: NewImport) {
  const values = { ...row, begun_at: now, changed_at: now, state: 'receiving' as const }
  await trx.insertInto('imports').values(values).execute()
}

/**
 * One more file for a piece; its number, or null where nobody waits for it or there are too many.
 */
export async function addPart(
  db: Queryable,
  fileId: string,
  countMax: number,
): Promise<number | null> {
  const row = await db
    .updateTable('imports')
    .set((eb) => ({ part_count: eb('part_count', '+', 1) }))
    .where('file_id', '=', fileId)
    .where('state', '=', 'receiving')
    .where('delete_after', 'is', null)
    .where('part_count', '<', countMax)
    .returning('part_count')
    .executeTakeFirst()
  return row?.part_count ?? null
}

/** So many bytes more are there; false where they were already, or nobody waits for them. */
export async function addReceived(
  db: Queryable,
  fileId: string,
  { from, to, parts, isAll, now }: Received,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({
      received: to,
      parts: JSON.stringify(parts),
      changed_at: now,
      ...(isAll && { state: 'reading' as const }),
    })
    .where('file_id', '=', fileId)
    .where('state', '=', 'receiving')
    .where('received', '=', from)
    .where('delete_after', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Received {
  from: number
  to: number
  parts: number[]
  isAll: boolean
  now: number
}

/** How many bytes are still to come, of all that is being sent. */
export async function expectedBytes(db: Queryable): Promise<number> {
  const { bytes } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.sum<number | null>(eb('bytes', '-', eb.ref('received'))).as('bytes'))
    .where('delete_after', 'is', null)
    .where('state', '=', 'receiving')
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** All of the member's go with the next look. */
export async function endImportsOf(trx: Queryable, userId: Id) {
  await trx.updateTable('imports').set({ delete_after: 0 }).where('user_id', '=', userId).execute()
}

export function unfinishedImports(db: Queryable, now: number) {
  return db
    .selectFrom('imports')
    .select(['user_id', 'file_id', 'state'])
    .where('delete_after', 'is', null)
    .where('state', 'in', ['reading', 'taking back'])
    .where('held_until', '<=', now)
    .orderBy('id')
    .execute()
}

/** What is to be done of the member's, if it is in nobody's hands, until the transaction ends. */
export function lockUnfinished(trx: Queryable, userId: Id, now: number) {
  const row = trx
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('delete_after', 'is', null)
    .where('state', 'in', ['reading', 'taking back'])
    .where('held_until', '<=', now)
  return withRowLock(trx, row).executeTakeFirst()
}

export async function updateImport(trx: Queryable, id: Id, change: Updateable<ImportsTable>) {
  await trx.updateTable('imports').set(change).where('id', '=', id).execute()
}

/** Of an import in the hands of this try. False where it is not, or not wanted any more. */
export async function updateHeld(
  db: Queryable,
  tryId: string,
  change: Updateable<ImportsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(change)
    .where('try_id', '=', tryId)
    .where('delete_after', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The import in the hands of this try, until the transaction ends. */
export function lockHeld(trx: Queryable, tryId: string) {
  const row = trx
    .selectFrom('imports')
    .selectAll()
    .where('try_id', '=', tryId)
    .where('delete_after', 'is', null)
  return withRowLock(trx, row).executeTakeFirst()
}

/** What was never sent to its end. */
export async function endUnsent(db: Queryable, before: number) {
  await db
    .updateTable('imports')
    .set({ delete_after: 0 })
    .where('delete_after', 'is', null)
    .where('changed_at', '<', before)
    .where('state', '=', 'receiving')
    .execute()
}

/** What nobody goes on with, since its file is on no machine any more, as after a restore. */
export async function giveUpUnread(db: Queryable, before: number, deleteAfter: number) {
  await db
    .updateTable('imports')
    .set({ state: 'failed', problem: 'failed', delete_after: deleteAfter })
    .where('delete_after', 'is', null)
    .where('changed_at', '<', before)
    .where('state', '=', 'reading')
    .execute()
}

export function dueImports(db: Queryable, now: number) {
  return db
    .selectFrom('imports')
    .select(['id', 'file_id', 'part_count'])
    .where('delete_after', '<=', now)
    .execute()
}

/** Of which the file is not needed any more, and whose removal was not noted. */
export function filesDone(db: Queryable) {
  return db
    .selectFrom('imports')
    .select(['file_id', 'part_count'])
    .where('delete_after', 'is not', null)
    .where('has_file', '=', 1)
    .where('state', 'in', ['read', 'failed', 'taken back'])
    .execute()
}

export async function noteFileRemoved(db: Queryable, fileId: string) {
  await db.updateTable('imports').set({ has_file: 0 }).where('file_id', '=', fileId).execute()
}

export async function deleteImport(db: Queryable, id: Id) {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Columns of `users`. */
export type Choices = { message_policy?: MessagePolicy; quiet_numbers?: number }

/** Those that the member did not make meanwhile. */
export async function updateChoices(trx: Queryable, userId: Id, choices: Choices) {
  const { message_policy, quiet_numbers } = choices
  const own = trx.updateTable('users').where('id', '=', userId)
  if (message_policy !== undefined)
    await own.set({ message_policy }).where('message_policy', '=', 'knock').execute()
  if (quiet_numbers !== undefined)
    await own.set({ quiet_numbers }).where('quiet_numbers', 'is', null).execute()
}
