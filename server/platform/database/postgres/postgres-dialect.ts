import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type * as pg from 'pg'
import { coalesce } from '../../concurrency/coalesce.ts'
import {
  CommitUnknownError,
  DatabaseAwayError,
  isCollision,
  isConnectionClosing,
  isConnectionFailure,
} from '../failures.ts'
import { nameOf } from '../prepared.ts'
import { retryOn } from '../transaction.ts'
import { attachWriteTracker, EVERYTHING, recordedReads, WriteTracker } from '../write-tracker.ts'

/**
 * Without waiting for a turn or an answer for longer than this, a request is told to come again.
 */
const CONNECT_WITHIN_MS = 5_000
/** So many at once for each process; what comes meanwhile waits for its turn. */
const CONNECTIONS_MAX = 10
const IDLE_CONNECTION_MS = 60_000
const STATEMENT_MS = 15_000
/** The server ends a statement itself; this is for one that does not answer at all any more. */
const ANSWER_WITHIN_MS = STATEMENT_MS + 5_000
/** Where another server answers as well, both are waited for no longer than this. */
const HASTY_MS = 2_000

const INT8 = 20
const NUMERIC = 1700

/**
 * Names what is committed, on every connection of every process alike: whoever writes is in one of
 * two such lists and not in the other, from the moment that others see what was written. A server
 * that was restarted, or took over from another, may have lost what was seen. Null where a database
 * only speaks the protocol: there the list says nothing of what is committed.
 */
const COMMITTED_STATE = {
  text: `select case
    when version() ~ '^PostgreSQL [0-9.]+ '
      and not exists (select from pg_extension where extname = 'citus')
    then pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text
  end as state`,
}

/**
 * Whether a connection keeps what was prepared on it. Behind a pooler that hands it to another
 * client after each transaction it does not, as the address then says: `?pool_mode=transaction`.
 */
function keepsSession(url: string): boolean {
  return new URL(url).searchParams.get('pool_mode') !== 'transaction'
}

export interface PostgresOptions {
  url: string
  /** For migrations: wait for locks and run as long as it takes. */
  isPatient?: boolean
  /** What this server does not answer soon, another does. */
  isHasty?: boolean
  /** An idle connection ended; the next request opens another. */
  onConnectionLost?: (error: Error) => void
}

/**
 * Kysely on `pg`. Counts and moments are numbers, as on SQLite. Whatever fails because the
 * connection does is thrown as DatabaseAwayError, and that connection is not used again.
 */
export function postgresDialect(options: PostgresOptions): Dialect {
  const tracker = new WriteTracker()
  return {
    createAdapter: () => attachWriteTracker(new PostgresAdapter(), tracker),
    createDriver: () => new PgDriver(options, tracker),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PgDriver implements Driver {
  readonly #options: PostgresOptions
  readonly #tracker: WriteTracker
  #pool: pg.Pool | undefined

  constructor(options: PostgresOptions, tracker: WriteTracker) {
    this.#options = options
    this.#tracker = tracker
  }

  async init() {
    // Not even loaded where nobody uses it.
    this.#pool = newPool(await import('pg'), this.#options)
    this.#tracker.onRefresh(this.#lookForCommits(this.#pool))
  }

  /** All who look at once share one question. */
  #lookForCommits(pool: pg.Pool) {
    let seen: string | undefined
    const name = keepsSession(this.#options.url) ? { name: 'committed-state' } : {}
    return coalesce(async () => {
      try {
        const { rows } = await pool.query<{ state: string | null }>({
          ...COMMITTED_STATE,
          ...name,
        })
        const state = rows[0]?.state ?? undefined
        if (state === undefined || state !== seen) this.#tracker.recordUnknownWrite()
        if (state === undefined) this.#tracker.onRefresh(undefined)
        seen = state
      } catch (error) {
        throw awayOr(error)
      }
    })
  }

  async acquireConnection() {
    if (!this.#pool) throw new Error('The database is not open.')
    try {
      return new PgConnection(await this.#pool.connect(), keepsSession(this.#options.url))
    } catch (error) {
      throw awayOr(error)
    }
  }

  beginTransaction = (connection: DatabaseConnection) => owned(connection).begin()
  commitTransaction = (connection: DatabaseConnection) => owned(connection).commit()
  rollbackTransaction = (connection: DatabaseConnection) => owned(connection).rollback()
  releaseConnection = async (connection: DatabaseConnection) => owned(connection).release()

  async destroy() {
    await this.#pool?.end()
  }
}

function newPool(
  { Pool, types }: typeof pg,
  { url, isPatient, isHasty, onConnectionLost }: PostgresOptions,
): pg.Pool {
  // A connection that is shared would keep them for others: there the server's own must do.
  const ofTheServer = {
    statement_timeout: isHasty ? HASTY_MS : STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
  }
  const limits = isPatient
    ? {}
    : {
        ...(keepsSession(url) ? ofTheServer : {}),
        query_timeout: isHasty ? HASTY_MS : ANSWER_WITHIN_MS,
      }
  const pool = new Pool({
    connectionString: url,
    application_name: 'snug',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: isHasty ? HASTY_MS : CONNECT_WITHIN_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format),
    },
    ...limits,
  })
  // Without a listener, the end of a connection would be the end of the process.
  pool.on('error', (error) => onConnectionLost?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function owned(connection: DatabaseConnection): PgConnection {
  if (connection instanceof PgConnection) return connection
  throw new Error('This connection is of another driver.')
}

class PgConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #keepsSession: boolean
  #isBroken = false
  /** Each connection that is lent begins no more than one. */
  #isInTransaction = false

  constructor(client: pg.PoolClient, keepsSession: boolean) {
    this.#client = client
    this.#keepsSession = keepsSession
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    recordedReads()?.add(EVERYTHING)
    const name = this.#keepsSession ? nameOf(query) : undefined
    const asked = {
      ...{ text: query.sql, values: [...query.parameters], ...(name ? { name } : {}) },
      // The other protocol takes several statements in one text, and answers a list.
      queryMode: 'extended',
    }
    // On its own it is a transaction of one statement, and nobody else tries that one again.
    const { rows, rowCount } = this.#isInTransaction
      ? await this.#ask(asked)
      : await retryOn(isCollision, () => this.#ask(asked))
    return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
  }

  async begin() {
    await this.#ask({ text: 'begin' })
    this.#isInTransaction = true
  }

  /** A transaction in which a statement failed answers COMMIT with a rollback. */
  async commit() {
    const { command } = await this.#ask({ text: 'commit' }).catch((error: unknown) => {
      throw error instanceof DatabaseAwayError ? new CommitUnknownError(error) : error
    })
    if (command === 'ROLLBACK')
      throw new Error('A statement of the transaction had failed, so nothing was kept.')
  }

  /** Where this fails the server rolls back by itself; what went wrong before is worth telling. */
  async rollback() {
    await this.#ask({ text: 'rollback' }).catch(() => {
      this.#isBroken = true
    })
  }

  release() {
    this.#client.release(this.#isBroken)
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered by this driver
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not offered: ask for pages.')
  }

  async #ask(query: { text: string; values?: unknown[]; name?: string; queryMode?: string }) {
    try {
      return await this.#client.query(query)
    } catch (error) {
      const failure = awayOr(error)
      this.#isBroken ||= failure instanceof DatabaseAwayError || isConnectionClosing(error)
      throw failure
    }
  }
}

function awayOr(error: unknown): unknown {
  // What the server itself says has a severity, and is no end of the connection to it.
  const isOfServer = error instanceof Error && 'severity' in error
  if (isOfServer || !isConnectionFailure(error)) return error
  return new DatabaseAwayError(error)
}
