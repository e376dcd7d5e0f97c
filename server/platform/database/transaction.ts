import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isCollision } from './failures.ts'

const TRIES = 5
const LONGEST_FIRST_PAUSE_MS = 20

/**
 * Runs all of `work` in one transaction. PostgreSQL ends one of two transactions that wait for each
 * other: that one is tried again from its beginning, so `work` must do nothing outside of it.
 */
export async function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === TRIES || !isCollision(error)) throw error
    }
    // By chance, so that the two do not meet again.
    await pause(Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** attempt)
  }
}
