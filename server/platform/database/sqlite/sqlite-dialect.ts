import { setImmediate } from 'node:timers'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type LimitNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
} from 'kysely'
import { databaseFailure } from '../failures.ts'
import { attachWriteTracker, recordedReads, WriteTracker } from '../write-tracker.ts'
import { type CommitPart, GroupCommit, type OnUnflushed } from './group-commit.ts'
import { SqliteFile } from './sqlite-file.ts'

/**
 * Kysely on `node:sqlite`. Two connections to one file in WAL mode: transactions and single writes
 * take turns on the writer; reads outside a transaction wait for none. What is written is flushed
 * to the disk before it is acknowledged, or shown to anybody; where the disk fails to,
 * `onUnflushed` is told and all is refused.
 */
export function sqliteDialect(file: string, onUnflushed: OnUnflushed = () => {}): Dialect {
  const tracker = new WriteTracker()
  return {
    createAdapter: () => attachWriteTracker(new NodeSqliteAdapter(), tracker),
    createDriver: () => new NodeSqliteDriver(file, tracker, onUnflushed),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** The driver takes the turns itself, so that reads need not wait for a transaction. */
  override get supportsMultipleConnections() {
    return true
  }

  /**
   * What SQLite's transactions do; without this, half a migration would stay when one is cut off.
   */
  override get supportsTransactionalDdl() {
    return true
  }
}

class QueryCompiler extends SqliteQueryCompiler {
  /**
   * SQLite compiles a statement anew each time its limit is given, unless it has to be computed.
   */
  protected override visitLimit(node: LimitNode) {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string
  readonly #tracker: WriteTracker
  readonly #onUnflushed: OnUnflushed
  #commits: GroupCommit<SqliteFile> | undefined
  #reader: Reader | undefined

  constructor(file: string, tracker: WriteTracker, onUnflushed: OnUnflushed) {
    this.#file = file
    this.#tracker = tracker
    this.#onUnflushed = onUnflushed
  }

  async init() {
    const writer = new SqliteFile(this.#file, this.#tracker)
    this.#commits = new GroupCommit(writer, this.#onUnflushed)
    this.#reader = new Reader(
      { writer, commits: this.#commits },
      new SqliteFile(this.#file, this.#tracker),
    )
    // By the writer, to which its own commits are not those of another.
    this.#tracker.onRefresh(() => writer.lookForOthers())
  }

  async acquireConnection() {
    if (!this.#commits || !this.#reader) throw new Error('The database is not open.')
    return new SqliteConnection(this.#commits, this.#reader)
  }

  beginTransaction = (connection: DatabaseConnection) => owned(connection).begin()
  commitTransaction = (connection: DatabaseConnection) => owned(connection).commit()
  rollbackTransaction = (connection: DatabaseConnection) => owned(connection).rollback()

  async releaseConnection() {}

  async destroy() {
    this.#reader?.close()
    await this.#commits?.close((writer) => writer.close())
  }
}

function owned(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new Error('This connection is of another driver.')
}

class SqliteConnection implements DatabaseConnection {
  readonly #commits: GroupCommit<SqliteFile>
  readonly #reader: Reader
  /** The transaction under way. */
  #part: CommitPart<SqliteFile> | undefined

  constructor(commits: GroupCommit<SqliteFile>, reader: Reader) {
    this.#commits = commits
    this.#reader = reader
  }

  async begin() {
    this.#part = await this.#commits.begin()
  }

  async commit() {
    await this.#part?.commit()
    this.#part = undefined
  }

  async rollback() {
    this.#part?.rollback()
    this.#part = undefined
  }

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const reads = recordedReads()
    const run = (file: SqliteFile) => file.run<R>(sql, parameters, reads)
    if (this.#part) return this.#part.run(run)
    if (SelectQueryNode.is(query)) return this.#reader.answer(run)
    return isWrite(query) ? this.#write(run) : this.#commits.alone(run)
  }

  async #write<R>(run: (file: SqliteFile) => R): Promise<R> {
    const part = await this.#commits.begin()
    try {
      const result = part.run(run)
      await part.commit()
      return result
    } catch (error) {
      part.rollback()
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered by this driver
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not offered: ask for pages.')
  }
}

function isWrite(query: CompiledQuery['query']): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
}

/**
 * Answers what is asked in one turn of the event loop together, at its end. One after the other,
 * the database's code and pages stay in the processor's caches: under load a read takes half as
 * long as between other work (docs/decisions/0006).
 */
class Reader {
  readonly #writer: SqliteFile
  readonly #commits: GroupCommit<SqliteFile>
  readonly #file: SqliteFile
  #asked: (() => void)[] = []

  constructor(
    { writer, commits }: { writer: SqliteFile; commits: GroupCommit<SqliteFile> },
    file: SqliteFile,
  ) {
    this.#writer = writer
    this.#commits = commits
    this.#file = file
  }

  answer<Answer>(read: (file: SqliteFile) => Answer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    if (this.#asked.length === 0) setImmediate(() => this.#answerAll())
    this.#asked.push(() => {
      try {
        const answer = this.#read(read)
        const { flushed } = this.#commits
        // Nobody is shown what a power cut could still take back.
        if (flushed) flushed.then(() => resolve(answer), reject)
        else resolve(answer)
      } catch (error) {
        reject(error)
      }
    })
    return promise
  }

  close() {
    this.#answerAll()
    this.#file.close()
  }

  /**
   * By the writer, unless a transaction is under way on it: a connection drops every page it holds
   * when another has committed, so only the writer's pages outlast a write.
   */
  #read<Answer>(read: (file: SqliteFile) => Answer): Answer {
    if (this.#writer.isInTransaction) return read(this.#file)
    try {
      return read(this.#writer)
    } catch (error) {
      // The writer never waits for another process that holds the file for a moment.
      if (databaseFailure(error) !== 'away') throw error
      return read(this.#file)
    }
  }

  #answerAll() {
    const asked = this.#asked
    this.#asked = []
    for (const answer of asked) answer()
  }
}
