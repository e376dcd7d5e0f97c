import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ImageKind } from '../../server/images/decoding/decode-image.ts'
import { lockDatabaseFile } from '../../server/platform/database/sqlite/exclusive-lock.ts'
import { DATABASE } from './manifest.ts'

const BUSY_TIMEOUT_MS = 10_000

export interface SnapshotImage {
  id: string
  kind: ImageKind
  widths: string
}

/** A database as it was at one moment, in a file that goes into an archive. */
export interface DatabaseCopy extends Disposable {
  path: string
  file: string
  migrations: string[]
  rows: Record<string, number>
  images(): Iterable<SnapshotImage>
}

/** Of the embedded database, of which a copy was made already. */
export function embeddedCopy(file: string): DatabaseCopy {
  const snapshot = readSnapshot(file)
  return {
    ...{ path: DATABASE, file, migrations: snapshot.migrations(), rows: snapshot.rowCounts() },
    images: () => snapshot.images(),
    [Symbol.dispose]: () => snapshot[Symbol.dispose](),
  }
}

/** Looks into a database file that nobody writes. */
export function readSnapshot(file: string) {
  const database = openDatabase(file)
  const tables = () => columnOf(database, "select name from sqlite_schema where type = 'table'")

  return {
    migrations: () => columnOf(database, 'select name from kysely_migration order by name'),
    rowCounts() {
      const count = (table: string) =>
        Number(database.prepare(`select count(*) as count from "${table}"`).get()?.count)
      return Object.fromEntries(tables().map((table) => [table, count(table)]))
    },
    /** Those that wait to be removed are left out: nothing shows them. */
    images(): Iterable<SnapshotImage> {
      const sql = 'select id, kind, widths from images where delete_after is null order by id'
      return database.prepare(sql).iterate() as unknown as Iterable<SnapshotImage>
    },
    /** What is wrong with the file; null when nothing is. */
    damage(): string | null {
      const [first] = columnOf(
        database,
        'select integrity_check as name from pragma_integrity_check',
      )
      if (first !== 'ok') return first ?? 'unreadable'
      const orphan = database.prepare('pragma foreign_key_check').get()
      return orphan ? `a row of ${orphan.table} speaks of what is not there` : null
    },
    [Symbol.dispose]() {
      database.close()
    },
  }
}

function columnOf(database: DatabaseSync, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .map(({ name }) => String(name))
}

function openDatabase(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
}

/** Keeps everybody else out of a database until it is disposed of; null while somebody is in it. */
export function lockDatabase(file: string): Disposable | null {
  if (!existsSync(file)) return { [Symbol.dispose]() {} }
  return lockDatabaseFile(file)
}

export function differingCounts(
  expected: Record<string, number>,
  found: Record<string, number>,
): string[] {
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...tables].filter((table) => expected[table] !== found[table])
}
