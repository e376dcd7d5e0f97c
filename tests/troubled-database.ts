import { CommitUnknownError } from '../server/platform/database/failures.ts'
import type { Database, Queryable } from '../server/schema.ts'

// A database on which something happens that no test can wait for.

/** As a database whose commits fail: what was done is undone. */
export function losing(db: Database): Database {
  return withTransaction(db, (work) =>
    db.transaction().execute(async (trx) => {
      await work(trx)
      throw new Error('The disk is full.')
    }),
  )
}

/**
 * As a database that goes before it answers a commit, after so many that it answered: what was done
 * is there, and nobody knows.
 */
export function unanswering(db: Database, answered = 0): Database {
  let commits = 0
  return withTransaction(db, async (work) => {
    const done = await db.transaction().execute(work)
    if (commits++ < answered) return done
    throw new CommitUnknownError(new Error('Connection terminated unexpectedly'))
  })
}

/** Does something between the first statement of its first transaction and the second. */
export function interrupted(db: Database, interrupt: () => Promise<unknown>): Database {
  const look = beforeTheSecond(interrupt)
  return withTransaction(db, (work) =>
    db.transaction().execute((trx) => work(lookedThrough(trx, look))),
  )
}

/**
 * Does something between the first statement that is read outside of any transaction and the
 * second.
 */
export function interruptedReads(db: Database, interrupt: () => Promise<unknown>): Database {
  return lookedThrough(db, beforeTheSecond(interrupt))
}

function beforeTheSecond(interrupt: () => Promise<unknown>) {
  let asked = 0
  return async () => {
    if (++asked === 2) await interrupt()
  }
}

function lookedThrough<Asked extends Queryable>(db: Asked, look: () => Promise<unknown>): Asked {
  const executorOf = () =>
    replacing(db.getExecutor(), 'provideConnection', async (consumer) => {
      await look()
      return db.getExecutor().provideConnection(consumer)
    })
  return replacing(db, 'getExecutor', executorOf as Asked['getExecutor'])
}

function withTransaction(
  db: Database,
  execute: (work: (trx: Queryable) => Promise<unknown>) => Promise<unknown>,
): Database {
  return replacing(db, 'transaction', (() => ({ execute })) as never)
}

function replacing<Of extends object, Name extends keyof Of>(of: Of, name: Name, value: Of[Name]) {
  return new Proxy(of, {
    get(target, asked) {
      if (asked === name) return value
      const found = Reflect.get(target, asked, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}
