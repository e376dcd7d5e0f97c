import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { vacuumDeleted } from '../../server/platform/database/vacuum.ts'
import {
  openFileDatabase,
  type Server,
  signedIn,
  startServer,
  untilHealth,
} from './database-servers.ts'

// What PostgreSQL keeps in its files of a member who is deleted. It overwrites nothing at once: see
// docs/retention.md. Here it is told to let go by what runs every hour.

const WORD = 'marzipan'
const POSTS = 60

const database = openFileDatabase()
let server: Server
beforeAll(async () => {
  server = await startServer({ DATABASE_URL: database.url })
  await untilHealth(server, 200)
})
afterAll(async () => {
  await server.close()
})

async function numberOf(query: ReturnType<typeof sql<{ number: string | number }>>) {
  return Number((await query.execute(database.db)).rows[0]?.number)
}

const deadPosts = () =>
  numberOf(sql`select n_dead_tup as number from pg_stat_user_tables where relname = 'posts'`)
/** Values that it keeps of columns, to plan by. */
const samples = () =>
  numberOf(sql`select count(*) as number from pg_stats
    where concat(most_common_vals, histogram_bounds) like ${`%${WORD}%`}`)

/** How often the word stands in the files, by the folder of PostgreSQL they lie in. */
async function traces(): Promise<Record<string, number>> {
  await sql`checkpoint`.execute(database.db)
  const { rows } = await sql<{ folder: string }>`
    select current_setting('data_directory') as folder`.execute(database.db)
  const folder = rows[0]?.folder ?? ''
  const found: Record<string, number> = { base: 0, pg_wal: 0 }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const [place = ''] = path.slice(folder.length + 1).split(sep)
    if (!entry.isFile() || !(place in found)) continue
    // It may be gone meanwhile.
    const bytes = await readFile(path, 'latin1').catch(() => '')
    found[place] = (found[place] ?? 0) + bytes.split(WORD).length - 1
  }
  return found
}

it('lets go of what a deleted member wrote without waiting for a fifth of the table', async () => {
  const [stays, leaver] = await signedIn(database.db, 2)
  if (!stays || !leaver) throw new Error('Nobody is there.')
  for (let count = 0; count < POSTS; count++)
    for (const [{ token }, word] of [
      [stays, 'porridge'],
      [leaver, WORD],
    ] as const)
      await server.call('POST', '/posts', token, { form: { text: `${word} ${count} `.repeat(20) } })
  await sql`analyze`.execute(database.db)
  expect(await samples()).toBeGreaterThan(0)
  expect((await traces()).base).toBeGreaterThan(POSTS)

  expect((await server.call('DELETE', '/users/me', leaver.token)).status).toBe(200)
  const left = () =>
    numberOf(sql`select count(*) as number from posts where author_id = ${leaver.id}`)
  await expect.poll(left).toBe(0)
  // PostgreSQL counts what is dead a little later.
  const kept = async () => {
    await vacuumDeleted(database.db)
    return [await deadPosts(), await samples()]
  }
  await expect.poll(kept, { interval: 500 }).toEqual([0, 0])
  // In no row, index or text out of line: only where nothing was written over it yet.
  await sql`vacuum full`.execute(database.db)
  expect((await traces()).base).toBe(0)
})
