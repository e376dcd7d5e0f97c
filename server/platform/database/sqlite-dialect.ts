import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/**
 * Kysely on `node:sqlite`. Two connections to one file in WAL mode: reads outside a
 * transaction use the reader and never wait; transactions and single writes take turns on
 * the writer. Every commit is flushed to the disk before it is acknowledged.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** How many compiled statements a connection keeps; the least recently used goes first. */
const STATEMENTS_KEPT = 500

/** The driver takes the turns itself, so that reads need not wait for a transaction. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string
  #writer: SqliteFile | undefined
  #reader: SqliteFile | undefined
  readonly #turn = new Turn()

  constructor(file: string) {
    this.#file = file
  }

  async init() {
    this.#writer = new SqliteFile(this.#file)
    this.#reader = new SqliteFile(this.#file)
  }

  async acquireConnection() {
    if (!this.#writer || !this.#reader) throw new Error('The database is not open.')
    return new SqliteConnection(this.#writer, this.#reader, this.#turn)
  }

  beginTransaction = (connection: DatabaseConnection) => owned(connection).begin()
  commitTransaction = (connection: DatabaseConnection) => owned(connection).end('commit')
  rollbackTransaction = (connection: DatabaseConnection) => owned(connection).end('rollback')

  async releaseConnection() {}

  async destroy() {
    this.#reader?.close()
    this.#writer?.close()
  }
}

function owned(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new Error('This connection is of another driver.')
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteFile
  readonly #reader: SqliteFile
  readonly #turn: Turn
  #endTurn: (() => void) | undefined

  constructor(writer: SqliteFile, reader: SqliteFile, turn: Turn) {
    this.#writer = writer
    this.#reader = reader
    this.#turn = turn
  }

  async begin() {
    const endTurn = await this.#turn.take()
    try {
      // Immediate: a second process then waits at the start, never in the middle.
      this.#writer.run('begin immediate', [])
    } catch (error) {
      endTurn()
      throw error
    }
    this.#endTurn = endTurn
  }

  async end(how: 'commit' | 'rollback') {
    try {
      this.#writer.run(how, [])
    } catch (error) {
      // A full disk has already rolled back; there is nothing left to end.
      if (how === 'commit') this.#rollbackIfOpen()
      if (how === 'commit') throw error
    } finally {
      this.#endTurn?.()
      this.#endTurn = undefined
    }
  }

  #rollbackIfOpen() {
    if (this.#writer.isInTransaction) this.#writer.run('rollback', [])
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#endTurn) return this.#writer.run(query.sql, query.parameters)
    if (SelectQueryNode.is(query.query)) return this.#reader.run(query.sql, query.parameters)
    const endTurn = await this.#turn.take()
    try {
      return this.#writer.run(query.sql, query.parameters)
    } finally {
      endTurn()
    }
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered by this driver
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not offered: ask for pages.')
  }
}

/** Whether a statement answers with rows is asked once: the answer lists every column. */
interface Compiled {
  statement: StatementSync
  hasRows: boolean
}

/** One open file with its compiled statements. */
class SqliteFile {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Compiled>()

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 5_000 })
    this.#database.exec('pragma journal_mode = wal')
    this.#database.exec('pragma synchronous = full')
    this.#database.exec('pragma foreign_keys = on')
    this.#database.exec('pragma cache_size = -65536')
    this.#assertDurable()
  }

  get isInTransaction() {
    return this.#database.isTransaction
  }

  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, hasRows } = this.#compiled(sql)
    const values = parameters as SQLInputValue[]
    if (hasRows) return { rows: statement.all(...values) as R[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  close() {
    this.#statements.clear()
    this.#database.close()
  }

  #compiled(sql: string): Compiled {
    const compiled = this.#statements.get(sql) ?? this.#compile(sql)
    this.#statements.delete(sql)
    this.#statements.set(sql, compiled)
    if (this.#statements.size > STATEMENTS_KEPT) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    return compiled
  }

  #compile(sql: string): Compiled {
    const statement = this.#database.prepare(sql)
    return { statement, hasRows: statement.columns().length > 0 }
  }

  // An in-memory database has no log to write ahead; everything else must be durable.
  #assertDurable() {
    const mode = this.#database.prepare('pragma journal_mode').get()?.journal_mode
    const synchronous = this.#database.prepare('pragma synchronous').get()?.synchronous
    if (mode !== 'wal' || synchronous !== 2)
      throw new Error('The database file cannot be opened durably (WAL, synchronous=FULL).')
  }
}

/** Who asks first, writes first. */
class Turn {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = promise
    await before
    return resolve
  }
}
