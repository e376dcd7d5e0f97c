import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { coalesce } from '../../concurrency/coalesce.ts'
import type { Log } from '../../log.ts'
import { databaseFailure } from '../failures.ts'
import type { ReadonlyKysely } from '../narrow-tables.ts'
import { postgresDialect } from './postgres-dialect.ts'

// Reads that a replica may answer instead of the primary. A replica lags, and what a member has
// just hidden must be hidden everywhere at once: so the primary says how far its log is, and a
// replica answers only once it has replayed that far. Where it has not within a moment, and where
// it is away, the primary answers.

const CATCH_UP_WITHIN_MS = 30
const CATCHING_UP_MS = 2
/** A replica that failed is not asked again before this time, and then not by a request. */
const TRY_SOON_MS = 100
const TRY_AGAIN_MS = 1_000

export interface Replicas<Schema> {
  /** Reads what is true from the call on. `work` may run a second time. */
  read<Result>(work: (db: ReadonlyKysely<Schema>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

interface Replica<Schema> {
  db: Kysely<Schema>
  readonly isUsed: boolean
  drop(): void
  close(): Promise<void>
}

/**
 * Does not wait for the replicas at these addresses: each is used once it has shown that it can be.
 */
export function openReplicas<Schema>(
  primary: Kysely<Schema>,
  urls: string[],
  log: Log<'info' | 'warn'>,
): Replicas<Schema> {
  const positionNow = coalesce(() => positionOf(primary))
  const replicas = urls.map((url) => openReplica(url, primary, positionNow, log))
  let turn = 0

  function next(): Replica<Schema> | undefined {
    turn += 1
    const used = replicas.filter((replica) => replica.isUsed)
    return used[turn % used.length]
  }

  return {
    async read(work) {
      const replica = next()
      if (!replica) return work(primary)
      const position = await positionNow()
      let isThere = false
      try {
        // On one connection, because one connection leads to one server.
        return await replica.db.connection().execute(async (there) => {
          await catchUp(there, position)
          isThere = true
          return work(there)
        })
      } catch (error) {
        if (isThere && databaseFailure(error) !== 'away') throw error
        replica.drop()
        return work(primary)
      }
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

function openReplica<Schema>(
  url: string,
  primary: Kysely<Schema>,
  positionNow: () => Promise<string>,
  log: Log<'info' | 'warn'>,
): Replica<Schema> {
  const db = new Kysely<Schema>({ dialect: postgresDialect({ url, isHasty: true }) })
  const host = URL.parse(url)?.host ?? ''
  let isUsed = false
  /** The log says that it is not well. */
  let isReported = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  function tryLater(ms: number) {
    if (!isClosed) retry = setTimeout(() => void tryOut(), ms).unref()
  }

  async function tryOut() {
    try {
      const position = await positionNow()
      if ((await identityOf(db)) !== (await identityOf(primary)))
        throw new Error('It has another database.')
      await catchUp(db, position)
      if (isReported) log.info({ replica: host }, 'a replica is used again')
      isUsed = true
      isReported = false
    } catch (error) {
      if (!isReported && !isClosed) report(error)
      tryLater(TRY_AGAIN_MS)
    }
  }

  function report(error: unknown) {
    isReported = true
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ replica: host, reason }, 'a replica is not used until it is well')
  }

  void tryOut()
  return {
    db,
    get isUsed() {
      return isUsed
    },
    drop() {
      if (isUsed) tryLater(TRY_SOON_MS)
      isUsed = false
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await db.destroy()
    },
  }
}

/** The same for a database and all its copies that follow it. */
async function identityOf(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || ' ' || current_database() as identity
    from pg_control_system()`.execute(db)
  return rows[0]?.identity
}

/** Everything that anybody can see on the primary now is in its log up to here. */
async function positionOf(primary: QueryExecutorProvider): Promise<string> {
  // What is committed without waiting for the disk is seen before it is flushed.
  const { rows } = await sql<{ position: string }>`
    select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn()
    end::text as position`.execute(primary)
  return rows[0]?.position ?? ''
}

/** Resolves once the replica has replayed so much. Throws when that takes too long. */
async function catchUp(replica: QueryExecutorProvider, position: string): Promise<void> {
  const end = performance.now() + CATCH_UP_WITHIN_MS
  // Its own statement: what the next one sees is what was replayed before it began.
  const question = sql<{ has: boolean | null }>`
    select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`
  for (;;) {
    const { rows } = await question.execute(replica)
    if (rows[0]?.has) return
    if (performance.now() > end)
      throw new Error(rows[0]?.has === false ? 'It lags.' : 'It is no replica.')
    await pause(CATCHING_UP_MS)
  }
}
