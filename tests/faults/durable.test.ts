import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { connect } from '../../server/platform/database/open-database.ts'
import { SqliteFile } from '../../server/platform/database/sqlite/sqlite-file.ts'

// Every connection to the embedded database is a durable one: asked of the connections themselves,
// whatever they assert of themselves.

/**
 * SQLite flushes its log before it takes anything from it; we flush each commit in it ourselves.
 */
const NORMAL = 1
interface Tables {
  pragma_synchronous: { synchronous: number }
  words: { word: string }
}
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The one place where the community's file is opened. */
const OPENER = join('server', 'platform', 'database', 'sqlite', 'sqlite-file.ts')
/**
 * They write nothing that anybody was told is kept: a copy of it, a look into one, and a lock on
 * it.
 */
const OTHERS = [
  join('cli', 'backup', 'deleted-since.ts'),
  join('cli', 'backup', 'snapshot.ts'),
  join('server', 'platform', 'database', 'sqlite', 'exclusive-lock.ts'),
  join('server', 'platform', 'database', 'snapshot.ts'),
]

it('the one that writes and the one that reads lose no page, and every commit is flushed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-durable-'))
  const place = { databaseUrl: null, dataDir }
  const db = connect<Tables>(place, { warn() {} })
  // What is no plain read is asked of the connection that writes.
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  const { rows: modes } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)
  const within = await db
    .transaction()
    .execute((trx) => trx.selectFrom('pragma_synchronous').selectAll().executeTakeFirst())
  const reading = await db.selectFrom('pragma_synchronous').selectAll().executeTakeFirst()
  await sql`create table words (word text)`.execute(db)
  const flush = vi.spyOn(SqliteFile.prototype, 'flush')
  for (const word of ['one', 'two', 'three']) {
    await db.insertInto('words').values({ word }).execute()
    expect(flush).toHaveBeenCalledOnce()
    flush.mockClear()
  }
  flush.mockRestore()
  await db.destroy()
  await rm(dataDir, { recursive: true })
  expect([rows, modes]).toEqual([[{ synchronous: NORMAL }], [{ journal_mode: 'wal' }]])
  expect([within, reading]).toEqual([{ synchronous: NORMAL }, { synchronous: NORMAL }])
})

it('there are no others: the server and its command line open the file in one place', async () => {
  const folders = ['server', 'cli'].map(async (folder) => {
    const files = await readdir(join(ROOT, folder), { recursive: true })
    return files.map((file) => join(folder, file))
  })
  const files = (await Promise.all(folders)).flat()
  const isOfTests = (file: string) => /[.]test[.]ts$|[/\\]test-[^/\\]+$/.test(file)
  const sources = files.filter((file) => file.endsWith('.ts') && !isOfTests(file))
  const openers: string[] = []
  for (const file of sources)
    if (/new DatabaseSync\(/.test(await readFile(join(ROOT, file), 'utf8'))) openers.push(file)
  expect(openers.toSorted()).toEqual([OPENER, ...OTHERS].toSorted())
})
