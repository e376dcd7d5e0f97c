import { AsyncLocalStorage } from 'node:async_hooks'
import type { DialectAdapter, QueryExecutorProvider } from 'kysely'

// What is kept in memory of what the database said holds while nothing of it was written. Here is
// known what was written, and when. It is noted where statements run: by their tables and columns,
// as the database itself names them, those that a foreign key or a trigger writes included. So no
// writer can forget it, and a new table ends what was read from it without anybody's doing. What
// another process writes, such as the command line, ends everything that is kept; `refresh` sees
// it.

/** What is read or written: `table` for which rows there are, `table.column` for their values. */
export type TableOrColumn = string

/**
 * What any statement reads where the database does not say what: only `recordUnknownWrite` ends it.
 */
export const EVERYTHING: TableOrColumn = '*'

export interface ReadSet {
  readonly parts: ReadonlySet<TableOrColumn>
  /** The last change of any of it. */
  changedAt: ChangeNumber
}

/** A place in the order of changes, in this process alone. */
export type ChangeNumber = number

/** More than there are ways to read; beyond, nothing more is kept. */
const READ_SETS_MAX = 2_000

type Refresh = () => void | Promise<void>

/**
 * What was written in one database, as far as this process knows. Who keeps something refreshes,
 * takes `now`, reads within `recordReads`, and keeps what came with `now` and the `readSet` of its
 * parts. Before it is used again: refresh, and `isUnchanged`. On PostgreSQL, where processes share
 * the database and it does not say what a statement reads, any commit ends everything.
 */
export class WriteTracker {
  #now: ChangeNumber = 0
  #everythingAt: ChangeNumber = 0
  #refresh: Refresh | undefined
  readonly #sets = new Map<string, ReadSet>()
  readonly #readers = new Map<TableOrColumn, ReadSet[]>()

  /** The driver says how to see what other processes wrote. While it cannot, nothing holds. */
  onRefresh(refresh: Refresh | undefined) {
    this.#refresh = refresh
  }

  get isTracked() {
    return this.#refresh !== undefined
  }

  /** Done on return on SQLite, on resolving on PostgreSQL. Rejects when the database is away. */
  refresh(): void | Promise<void> {
    return this.#refresh ? this.#refresh() : this.recordUnknownWrite()
  }

  /** To be taken after a refresh and before what is read at it. */
  get now(): ChangeNumber {
    return this.#now
  }

  /** Called once these parts are committed, before anybody is told so. */
  recordWrite(parts: Iterable<TableOrColumn>) {
    const now = ++this.#now
    for (const part of parts) for (const set of this.#readers.get(part) ?? []) set.changedAt = now
  }

  recordUnknownWrite() {
    this.#everythingAt = ++this.#now
  }

  /** Whether what was read from then on still holds, as far as the last refresh tells. */
  isUnchanged(since: ChangeNumber, { changedAt }: ReadSet): boolean {
    return changedAt <= since && this.#everythingAt <= since
  }

  /** Undefined where nothing was read, which nothing would end, or there are too many sets. */
  readSet(parts: ReadonlySet<TableOrColumn>): ReadSet | undefined {
    if (parts.size === 0) return undefined
    const sorted = [...parts].sort()
    const name = sorted.join(' ')
    const known = this.#sets.get(name)
    if (known || this.#sets.size >= READ_SETS_MAX) return known
    // What was written before this set was known may have been any of it.
    const set = { parts: new Set(sorted), changedAt: this.#now }
    this.#sets.set(name, set)
    for (const part of sorted) this.#readers.set(part, [...(this.#readers.get(part) ?? []), set])
    return set
  }
}

const ofAdapters = new WeakMap<DialectAdapter, WriteTracker>()

/** Each database has one adapter, which its transactions share. */
export function attachWriteTracker<Adapter extends DialectAdapter>(
  adapter: Adapter,
  tracker: WriteTracker,
) {
  ofAdapters.set(adapter, tracker)
  return adapter
}

/** What is written in this database, or a transaction on it. */
export function writeTrackerOf(db: QueryExecutorProvider): WriteTracker {
  const tracker = ofAdapters.get(db.getExecutor().adapter)
  if (!tracker) throw new Error('Nobody tracks what is written in this database.')
  return tracker
}

const recorder = new AsyncLocalStorage<Set<TableOrColumn>>()

/** Runs this, and adds to `parts` what the statements it runs read. */
export function recordReads<Result>(parts: Set<TableOrColumn>, work: () => Result): Result {
  return recorder.run(parts, work)
}

/** Where the driver notes what the statement it is asked for reads, if anybody wants to know. */
export function recordedReads(): Set<TableOrColumn> | undefined {
  return recorder.getStore()
}
