import type { Kysely, Transaction } from 'kysely'
import { retry } from '../concurrency/retry.ts'
import { isCollision, isIdTaken } from './failures.ts'

const TRIES = 5
const LONGEST_FIRST_PAUSE_MS = 20

/**
 * Runs all of `work` in one transaction. PostgreSQL ends one of two transactions that wait for each
 * other, and of two processes that made the same id one is refused: that one is tried again from
 * its beginning, so `work` makes its ids itself and does nothing outside of the transaction.
 */
export function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return retryOn(
    (error) => isCollision(error) || isIdTaken(error),
    () => db.transaction().execute(work),
  )
}

/** Does the work again, a few times, after errors that it need not meet a second time. */
export function retryOn<Result>(
  isTransient: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  return retry(work, (error, attempt) =>
    attempt === TRIES || !isTransient(error)
      ? null
      : // By chance, so that the two do not meet again.
        Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** attempt,
  )
}
