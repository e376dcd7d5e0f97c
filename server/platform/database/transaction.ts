import type { Kysely, Transaction } from 'kysely'
import { retry } from '../concurrency/retry.ts'
import { isCollision } from './failures.ts'

const TRIES = 5
const LONGEST_FIRST_PAUSE_MS = 20

/**
 * Runs all of `work` in one transaction. PostgreSQL ends one of two transactions that wait for each
 * other: that one is tried again from its beginning, so `work` must do nothing outside of it.
 */
export function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return retry(
    () => db.transaction().execute(work),
    (error, attempt) =>
      attempt === TRIES || !isCollision(error)
        ? null
        : // By chance, so that the two do not meet again.
          Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** attempt,
  )
}
