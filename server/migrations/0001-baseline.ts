import type { Kysely } from 'kysely'
import { clusteredByKey, columnTypes } from '../platform/database/portable-sql.ts'
import { accountTables } from './baseline/accounts.ts'
import { adminTables } from './baseline/admin.ts'
import { archiveTables } from './baseline/archive.ts'
import { friendTables } from './baseline/friends.ts'
import { notificationTables } from './baseline/notifications.ts'
import { platformTables } from './baseline/platform.ts'
import { postTables } from './baseline/posts.ts'
import { reportTables } from './baseline/reports.ts'
import { spaceTables } from './baseline/spaces.ts'
import { countedRows } from './counted-rows.ts'

// Every table of the first release, by feature. What a row is and what its columns mean is told in
// the features' table types (server/schema.ts); in `baseline/` stands why each key and index is
// there. An index on a column that refers to another table is what makes deleting there cheap.

/** A feature's tables come after those that they refer to. */
const ROOMS = [
  platformTables,
  accountTables,
  friendTables,
  postTables,
  spaceTables,
  notificationTables,
  reportTables,
  adminTables,
  archiveTables,
]

export async function up(db: Kysely<never>): Promise<void> {
  const types = { ...columnTypes(db), byKey: clusteredByKey(db) }
  for (const tablesOf of ROOMS) for (const statement of tablesOf(types)) await statement.execute(db)
  for (const statement of countedRows(db)) await statement.execute(db)
}
