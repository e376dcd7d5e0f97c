import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { lockDatabaseFile } from '../../server/platform/database/sqlite/exclusive-lock.ts'
import type { SnapshotImage } from '../backup/snapshot.ts'
import type { Table } from './tables.ts'

/** The values of a row in the order of the table's columns. */
export type Row = readonly unknown[]
export type Key = readonly unknown[]

/** Kept by each database for itself: by its migrations, and how many rows it has. */
export const NOT_MOVED = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE, 'row_counts']

const NAMES =
  "select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'"

export type Source = NonNullable<ReturnType<typeof openSource>>

/** The embedded database, which nobody else opens meanwhile; null while somebody has it open. */
export function openSource(file: string) {
  const database = lockDatabaseFile(file)
  if (!database) return null
  // What a crash left beside the file goes into it now, so that it is as it is from here on.
  database.exec('pragma wal_checkpoint(truncate)')
  database.exec('pragma query_only = on')
  const textsOf = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]))

  return {
    /** Names the community without telling its secrets: the same for each copy of it. */
    community: () =>
      hash(
        'sha256',
        textsOf("select value from server_state where name = 'secret check'").join(' '),
        'base64url',
      ),

    /** Differs once anything was written. */
    state() {
      const { size, mtimeMs } = statSync(file)
      return `${size} ${mtimeMs}`
    },

    migrations: () =>
      textsOf(NAMES).includes(DEFAULT_MIGRATION_TABLE)
        ? textsOf(`select name from ${DEFAULT_MIGRATION_TABLE}`)
        : [],

    tableNames: () => textsOf(`${NAMES} order by name`).filter((name) => !NOT_MOVED.includes(name)),

    columnsOf: (table: string) => textsOf(`select name from pragma_table_xinfo('${table}')`),

    countOf: (table: string) => Number(textsOf(`select count(*) from "${table}"`)[0]),

    rowsAfter({ name, columns, key }: Table, after: Key | null, count: number): Row[] {
      const keyList = listOf(key)
      const further = after ? `where (${keyList}) > (${key.map(() => '?').join(', ')})` : ''
      const sql = `select ${listOf(columns)} from "${name}" ${further} order by ${keyList} limit ${count}`
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      return statement.all(...((after ?? []) as SQLInputValue[])) as unknown as SQLOutputValue[][]
    },

    images(): IteratorObject<SnapshotImage> {
      const sql = 'select id, kind, widths from images where delete_after is null order by id'
      return database.prepare(sql).iterate() as unknown as IteratorObject<SnapshotImage>
    },

    [Symbol.dispose]: () => database.close(),
  }
}

function listOf(columns: { name: string }[]): string {
  return columns.map(({ name }) => `"${name}"`).join(', ')
}
