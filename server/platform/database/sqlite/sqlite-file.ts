import { closeSync, fdatasync, openSync } from 'node:fs'
import {
  constants,
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import { promisify } from 'node:util'
import type { QueryResult } from 'kysely'
import type { TableOrColumn, WriteTracker } from '../write-tracker.ts'

const flush = promisify(fdatasync)

/** How many compiled statements a connection keeps; the least recently used goes first. */
const STATEMENTS_KEPT = 500

interface Compiled {
  statement: StatementSync
  /** Asked once each time it is compiled: the answer lists every column. */
  columns: string[]
  access: Access
}

/** What a statement reads and writes, as SQLite says it: what its foreign keys do, too. */
class Access {
  readonly reads = new Set<TableOrColumn>()
  readonly writes = new Set<TableOrColumn>()
  changesSchema = false
  /** Since its columns were asked. */
  isCompiledAnew = false

  note(action: number, table: string | null, column: string | null) {
    if (action === constants.SQLITE_READ) this.reads.add(`${table}`).add(`${table}.${column}`)
    else if (action === constants.SQLITE_UPDATE) this.writes.add(`${table}.${column}`)
    else if (action === constants.SQLITE_INSERT || action === constants.SQLITE_DELETE)
      this.writes.add(`${table}`)
    this.isCompiledAnew = true
    this.changesSchema ||= table === 'sqlite_master' && action !== constants.SQLITE_READ
  }
}

/** One open file with its compiled statements. A commit is durable once it is flushed. */
export class SqliteFile {
  readonly #file: string
  readonly #database: DatabaseSync
  /** Of the log, which is the same file as long as the database is open. */
  #log: number | undefined
  readonly #tracker: WriteTracker
  readonly #statements = new Map<string, Compiled>()
  readonly #uncommitted = new Set<TableOrColumn>()
  #isSchemaChanged = false
  #isFlushed = true
  /** Of the statement that is compiled or run now. */
  #access = new Access()
  #dataVersion: unknown

  constructor(file: string, tracker: WriteTracker) {
    this.#file = file
    this.#tracker = tracker
    createPrivateFile(file)
    this.#database = new DatabaseSync(file, { timeout: 5_000 })
    this.#database.setAuthorizer((action, table, column) => {
      this.#access.note(action, table, column)
      return constants.SQLITE_OK
    })
    // Of a file without pages only: of others it would have to wait until nobody writes.
    if (this.#pageCount() === 0) this.#database.exec('pragma auto_vacuum = incremental')
    this.#database.exec('pragma journal_mode = wal')
    // What is deleted is overwritten, not only let go of.
    this.#database.exec('pragma secure_delete = on')
    this.#database.exec('pragma synchronous = normal')
    this.#database.exec('pragma foreign_keys = on')
    // In kB. What is not in it is with the system, which gives its memory back where others need it.
    this.#database.exec('pragma cache_size = -8192')
    this.#assertDurable()
  }

  get isInTransaction() {
    return this.#database.isTransaction
  }

  /** Whether nothing was committed here since the last flush. */
  get isFlushed() {
    return this.#isFlushed
  }

  /** `reads`: where the parts that the statement reads are to be added. */
  run<R>(sql: string, parameters: readonly unknown[], reads?: Set<TableOrColumn>): QueryResult<R> {
    const compiled = this.#compiled(sql)
    if (reads) for (const part of compiled.access.reads) reads.add(part)
    // SQLite may compile it anew, as after a change of the schema.
    this.#access = compiled.access
    try {
      return this.#step(compiled, sql, parameters as SQLInputValue[])
    } finally {
      this.#noteWrites(compiled.access)
    }
  }

  /** Notes it when another connection has committed something since it was asked last. */
  lookForOthers() {
    const version = this.#compiled('pragma data_version').statement.get()?.[0]
    if (version !== this.#dataVersion) this.#tracker.recordUnknownWrite()
    this.#dataVersion = version
  }

  /** Resolves once all that is committed here is on the disk. */
  async flush(): Promise<void> {
    // Its locks lie in another file, so that closing this one lets go of none.
    this.#log ??= openSync(`${this.#file}-wal`, 'r+')
    await flush(this.#log)
    this.#isFlushed = true
  }

  close() {
    this.#statements.clear()
    if (this.#log !== undefined) closeSync(this.#log)
    this.#log = undefined
    this.#database.close()
  }

  #step<R>(compiled: Compiled, sql: string, values: SQLInputValue[]): QueryResult<R> {
    const { statement } = compiled
    // A pragma without rows may still take many steps, of which `run` would take the first.
    if (compiled.columns.length > 0 || sql.startsWith('pragma')) {
      const found = statement.all(...values)
      if (compiled.access.isCompiledAnew) compiled.columns = columnsOf(compiled)
      return { rows: found.map((row) => rowOf(compiled.columns, row) as R) }
    }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  /** After the commit in the same turn, so that nobody reads what is new and keeps it as old. */
  #noteWrites({ writes, changesSchema }: Access) {
    for (const part of writes) this.#uncommitted.add(part)
    this.#isSchemaChanged ||= changesSchema
    if (this.#uncommitted.size === 0 || this.isInTransaction) return
    this.#isFlushed = false
    if (this.#isSchemaChanged) this.#tracker.recordUnknownWrite()
    else this.#tracker.recordWrite(this.#uncommitted)
    this.#uncommitted.clear()
    this.#isSchemaChanged = false
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
    const access = new Access()
    this.#access = access
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    return { statement, columns: columnsOf({ statement, access }), access }
  }

  // An in-memory database has no log to write ahead. With NORMAL the log is flushed before anything
  // is taken from it into the file; the commits in it, by `flush`.
  #assertDurable() {
    const mode = this.#database.prepare('pragma journal_mode').get()?.journal_mode
    const synchronous = this.#database.prepare('pragma synchronous').get()?.synchronous
    if (mode !== 'wal' || synchronous !== 1)
      throw new Error('The database file cannot be opened durably (WAL, synchronous=NORMAL).')
  }
}

function columnsOf({ statement, access }: Pick<Compiled, 'statement' | 'access'>): string[] {
  access.isCompiledAnew = false
  return statement.columns().map(({ name }) => name)
}

/** The runtime's own objects are dictionaries: to make and read one takes twice as long. */
function rowOf(columns: string[], values: Record<number, SQLOutputValue>) {
  const row: Record<string, SQLOutputValue> = {}
  for (let place = 0; place < columns.length; place++)
    row[columns[place] ?? ''] = values[place] ?? null
  return row
}

/**
 * Makes an empty file for this user alone, if there is none. SQLite would leave it to the umask who
 * may read a database; its logs get the same mode as the file. One that is there is not touched:
 * closing it would end the locks that SQLite has on it for this process.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    throw error
  }
}
