import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { createPrivateFile } from './private-file.ts'

/** How many compiled statements a connection keeps; the least recently used goes first. */
const STATEMENTS_KEPT = 500

/** Whether a statement answers with rows is asked once: the answer lists every column. */
interface Compiled {
  statement: StatementSync
  hasRows: boolean
}

/** One open file with its compiled statements. Every commit on it is durable. */
export class SqliteFile {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Compiled>()

  constructor(file: string) {
    createPrivateFile(file)
    this.#database = new DatabaseSync(file, { timeout: 5_000 })
    // Of a file without pages only: of others it would have to wait until nobody writes.
    if (this.#pageCount() === 0) this.#database.exec('pragma auto_vacuum = incremental')
    this.#database.exec('pragma journal_mode = wal')
    // What is deleted is overwritten, not only let go of.
    this.#database.exec('pragma secure_delete = on')
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
    // A pragma without rows may still take many steps, of which `run` would take the first.
    if (hasRows || sql.startsWith('pragma')) return { rows: statement.all(...values) as R[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  close() {
    this.#statements.clear()
    this.#database.close()
  }

  #pageCount() {
    return this.#database.prepare('pragma page_count').get()?.page_count
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
