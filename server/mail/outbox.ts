import type { Kysely } from 'kysely'
import { DAY_MS } from '../../contract/durations.ts'
import { narrowTables } from '../platform/database/narrow-tables.ts'
import { type Id, newId } from '../platform/ids.ts'
import { deliverNext, failureCode, type MailDependencies } from './delivery.ts'
import {
  countFailedRows,
  deleteFailedRow,
  deleteRowsGivenUp,
  deleteRowsOf,
  deleteRowsWith,
  failedRows,
  insertRow,
  nextDueAt,
  type OutboxRow,
  type OutboxTables,
  retryFailedRowNow,
} from './outbox-queries.ts'
import { Worker } from './worker.ts'

// Mail leaves the server by way of a table, so that it is queued if and only if the change it
// speaks of is committed, and survives a crash. Every queued mail is sent at least once, or given
// up after three days of trying: a process killed between sending and noting it sends it again.
// What was given up is kept for a while, for administrators to see why and to have it tried again.
// A row holds a kind and a payload, never a finished text or a secret link: those are made when
// the mail is sent.

export type { Composer, IsQueued } from './delivery.ts'
/** As it is kept: times in milliseconds, the payload as JSON. */
export type QueuedMail = OutboxRow

export interface Outbox {
  /** In the caller's transaction, then `wake`. `payload`: as JSON. Throws on an unknown kind. */
  queue<S extends OutboxTables>(trx: Kysely<S>, kind: string, payload: unknown): Promise<void>
  /** In the caller's transaction: every mail whose payload is this or begins with its fields. */
  withdraw<S extends OutboxTables>(trx: Kysely<S>, payload: unknown): Promise<void>
  /** The same of one kind, and of these those that are meant. */
  withdrawKind<S extends OutboxTables>(
    trx: Kysely<S>,
    kind: string,
    payload: unknown,
    isMeant?: (payload: unknown) => boolean,
  ): Promise<void>
  /**
   * What could not be sent, whether it is tried again by itself or was given up; the newest first.
   */
  failed(limit: number): Promise<{ mails: QueuedMail[]; total: number }>
  /** In the caller's transaction; `wake` once committed. Undefined: not there, sent, being sent. */
  hurry<S extends OutboxTables>(trx: Kysely<S>, id: Id): Promise<QueuedMail | undefined>
  /** Takes back one that failed, inside the caller's transaction; undefined as with `hurry`. */
  discard<S extends OutboxTables>(trx: Kysely<S>, id: Id): Promise<QueuedMail | undefined>
  /** Takes back what was given up long ago. */
  deleteOldGivenUp(): Promise<void>
  /** Something was queued: send it now rather than at the next look. */
  wake(): void
  start(): void
  /** Resolves once the mail in hand is sent; the others wait for the next start. */
  stop(): Promise<void>
}

const GIVEN_UP_KEPT_MS = 30 * DAY_MS

/** Several processes may run one on the same database: each mail is in one's hands at a time. */
export function createOutbox(dependencies: MailDependencies): Outbox {
  const worker = new Worker({
    doNext: () => deliverNext(dependencies),
    dueInMs: async () =>
      ((await nextDueAt(dependencies.db)) ?? Number.POSITIVE_INFINITY) - dependencies.clock(),
    onError: (error) => dependencies.log.error({ code: failureCode(error) }, 'mail is held up'),
  })
  return {
    async queue(trx, kind, payload) {
      if (!Object.hasOwn(dependencies.composers, kind))
        throw new Error(`No mail is called ${kind}.`)
      await insertRow(narrowTables(trx), newRow(kind, payload, dependencies.clock()))
    },
    withdraw: (trx, payload) => deleteRowsWith(narrowTables(trx), JSON.stringify(payload)),
    withdrawKind: (trx, kind, payload, isMeant = () => true) =>
      deleteRowsOf(narrowTables(trx), kind, JSON.stringify(payload), isMeant),
    async failed(limit) {
      const mails = await failedRows(dependencies.db, limit)
      const total = mails.length < limit ? mails.length : await countFailedRows(dependencies.db)
      return { mails, total }
    },
    hurry: (trx, id) => retryFailedRowNow(narrowTables(trx), id, dependencies.clock()),
    discard: (trx, id) => deleteFailedRow(narrowTables(trx), id),
    deleteOldGivenUp: () =>
      deleteRowsGivenUp(dependencies.db, dependencies.clock() - GIVEN_UP_KEPT_MS),
    wake: () => worker.wake(),
    start: () => worker.start(),
    stop: () => worker.stop(),
  }
}

function newRow(kind: string, payload: unknown, now: number) {
  return {
    id: newId(),
    kind,
    payload: JSON.stringify(payload),
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
  }
}
