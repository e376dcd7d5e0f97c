import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../server/migrations/all.ts'
import { databaseFile } from '../../server/platform/database/sqlite/database-file.ts'
import { ada } from '../../tests/people.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'
import { type BackupOptions, backUp, imagesOf } from './back-up.ts'
import { type RestoreOptions, restore } from './restore.ts'
import { readSnapshot } from './snapshot.ts'

// For tests: a server with a member, a folder for its backups, and the ways there and back.

export async function openBackupScene() {
  const folder = await mkdtemp(join(tmpdir(), 'snug-backup-'))
  const server = await openTestServer()
  return { folder, file: join(folder, 'backup.tar'), server, member: await server.join(ada) }
}

export const backUpTo = (
  file: string,
  { dataDir }: TestServer,
  more: Partial<BackupOptions> = {},
) => backUp({ dataDir, file, version: '1.2.3', now: () => 0, ...more })

/** Into the folder `restored` beside the archive, where nothing else is said. */
export const restoreFrom = (file: string, folder: string, more: Partial<RestoreOptions> = {}) =>
  restore({
    file,
    dataDir: join(folder, 'restored'),
    database: 'sqlite',
    migrations: Object.keys(migrations),
    prepare: async () => {},
    now: () => 0,
    ...more,
  })

/** Everything in a database, as text. */
export function contentsOf(database: string): string {
  using open = new DatabaseSync(database, { readOnly: true })
  const tables = open
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
  const rowsOf = (table: unknown) => open.prepare(`select * from "${table}"`).all()
  return JSON.stringify(
    tables.map(({ name }) => [
      name,
      rowsOf(name)
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  )
}

export async function imagesIn(dataDir: string): Promise<string[]> {
  const found = await readdir(join(dataDir, 'images'), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

/** The files the pictures of a database must have. */
export function imagesNamedBy(dataDir: string): string[] {
  using snapshot = readSnapshot(databaseFile(dataDir))
  return [...imagesOf(dataDir, snapshot.images())].map(({ source }) => source)
}
