import { type Generated, type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Id } from '../platform/ids.ts'

/** Mail that is still to be sent, or was given up: one row for each, gone once it is sent. */
export interface MailOutboxTable {
  id: Id
  /** Names the composer that makes the mail when its turn comes. */
  kind: string
  /** JSON: what the kind's composer needs. */
  payload: string
  /** How often it was taken up, the present time included. */
  attempts: number
  /** When it is due; while a worker has it in hand, when that worker's lease ends. */
  next_attempt_at: number
  created_at: number
  /** Why it could not be sent, as a code; null while nobody has tried, or it is in hand. */
  failure: string | null
  /** Null while it will be tried again by itself. */
  given_up_at: Generated<number | null>
}

export interface OutboxTables {
  mail_outbox: MailOutboxTable
}

type Db = Kysely<OutboxTables>
export type OutboxRow = Selectable<MailOutboxTable>

export async function insertRow(db: Db, row: Insertable<MailOutboxTable>): Promise<void> {
  await db.insertInto('mail_outbox').values(row).execute()
}

/** Takes the row that has been due the longest, for its finder alone until `leaseEndsAt`. */
export function claimDueRow(
  db: Db,
  now: number,
  leaseEndsAt: number,
): Promise<OutboxRow | undefined> {
  return (
    db
      .updateTable('mail_outbox')
      .set((row) => ({
        next_attempt_at: leaseEndsAt,
        attempts: row('attempts', '+', 1),
        failure: null,
      }))
      .where('id', '=', (row) =>
        row
          .selectFrom('mail_outbox')
          .select('id')
          .where('next_attempt_at', '<=', now)
          .where('given_up_at', 'is', null)
          .orderBy('next_attempt_at')
          .orderBy('id')
          .limit(1),
      )
      // PostgreSQL lets two workers choose the same row; the one that waited for the other's
      // lock looks at this condition again, and finds the row taken.
      .where('next_attempt_at', '<=', now)
      .returningAll()
      .executeTakeFirst()
  )
}

/** Puts a claimed row back; does nothing once its lease was passed on to another worker. */
export async function postponeRow(
  db: Db,
  claimed: OutboxRow,
  { until, failure }: { until: number; failure: string },
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: until, failure })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .execute()
}

/** Tries a claimed row no more by itself; does nothing as `postponeRow`. */
export async function giveUpRow(
  db: Db,
  claimed: OutboxRow,
  { now, failure }: { now: number; failure: string },
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ given_up_at: now, failure })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .execute()
}

export async function deleteRow(db: Db, id: Id): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', '=', id).execute()
}

export async function isThere(db: Db, id: Id): Promise<boolean> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Those whose payload is this object in JSON, or begins with its fields. */
export async function deleteRowsWith(db: Db, payload: string): Promise<void> {
  await db.deleteFrom('mail_outbox').where(payloadIs(payload)).execute()
}

/** The same of a kind, those alone that are meant. */
export async function deleteRowsOf(
  db: Db,
  kind: string,
  payload: string,
  isMeant: (payload: unknown) => boolean,
): Promise<void> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['id', 'payload'])
    .where('kind', '=', kind)
    .where(payloadIs(payload))
    .execute()
  for (const row of rows) if (isMeant(JSON.parse(row.payload))) await deleteRow(db, row.id)
}

function payloadIs(payload: string) {
  // As long in the database's own count of characters.
  const start = sql<string>`substr(payload, 1, length(cast(${payload} as text)))`
  return sql<boolean>`${start} in (${payload}, ${`${payload.slice(0, -1)},`})`
}

export async function deleteRowsGivenUp(db: Db, before: number): Promise<void> {
  await db.deleteFrom('mail_outbox').where('given_up_at', '<=', before).execute()
}

export function failedRows(db: Db, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('failure', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countFailedRows(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('failure', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Makes a failed one due, also one that was given up; undefined where none is, also while it is in
 * hand.
 */
export function retryFailedRowNow(db: Db, id: Id, now: number): Promise<OutboxRow | undefined> {
  return db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: now, given_up_at: null })
    .where('id', '=', id)
    .where('failure', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a failed one and returns it; undefined where none is, also while it is in hand. */
export function deleteFailedRow(db: Db, id: Id): Promise<OutboxRow | undefined> {
  return db
    .deleteFrom('mail_outbox')
    .where('id', '=', id)
    .where('failure', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

/** The moment the next row is due; undefined when none waits. */
export async function nextDueAt(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('next_attempt_at')
    .where('given_up_at', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at
}
