import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { snug } from '../commands.ts'
import { connectTo, newDatabase } from './database-servers.ts'
import { openMoveEnvironment } from './move-environment.ts'
import { contentsThere } from './move-fixture.ts'

// A community with something in every table that lives in PostgreSQL: backed up, and brought back
// into another one.

const world = openMoveEnvironment()
/** What a restore ends, so that a backup opens no door, and the secret's name in the database. */
const ENDED = ['sessions', 'mailed_links', 'second_factors', 'server_state']

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

it('a backup is brought back into another PostgreSQL, row by row, with its pictures', async () => {
  const moved = await snug(['move', '--to', world.url, '--json'], { DATA_DIR: world.dataDir })
  expect([moved.code, JSON.parse(moved.out).rows.users]).toEqual([0, expect.any(Number)])
  const folder = await mkdtemp(join(tmpdir(), 'snug-postgres-backup-'))
  const file = join(folder, 'backup.tar')
  const withPassword = new URL(world.url)
  withPassword.password = 'a:secret\\word'
  const here = { DATA_DIR: world.dataDir, DATABASE_URL: withPassword.href }
  const made = await snug(['backup', file], here)
  expect(made).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/ accounts, /) })
  expect(await readdir(folder)).toEqual(['backup.tar'])
  const kept = (await readdir(world.dataDir)).filter((name) => /backup$|password/.test(name))
  expect(kept).toEqual(['last-backup'])

  const restored = join(folder, 'restored')
  const refused = await snug(['restore', file], { ...here, DATA_DIR: restored })
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/is not empty/) })
  const embedded = await snug(['restore', file], { DATA_DIR: restored })
  expect(embedded.err).toBe('This backup is of PostgreSQL: set DATABASE_URL to an empty database.')
  expect(await readdir(folder)).toEqual(['backup.tar'])

  const rehearsed = await snug(['rehearse', file], { ...here, DATA_DIR: restored })
  expect(rehearsed).toMatchObject({ code: 0, err: '' })
  expect(rehearsed.out).toMatch(/ can be brought back: all [\d,]+ rows of \d+ tables and /)
  expect(await readdir(folder)).toEqual(['backup.tar'])
  const { rows: left } = await sql`
    select datname from pg_database where datname like 'snug_rehearsal%'`.execute(world.db)
  expect(left).toEqual([])

  const url = await newDatabase(world.postgres)
  const there = { DATA_DIR: restored, DATABASE_URL: url }
  expect(await snug(['restore', file], there)).toMatchObject({ code: 0, err: '' })
  const db = connectTo(url)
  const [before, after] = [await contentsThere(world.db), await contentsThere(db)]
  await db.destroy()
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
  for (const table of Object.keys(before).filter((name) => !ENDED.includes(name)))
    expect({ [table]: after[table] }).toEqual({ [table]: before[table] })
  expect(after.sessions).toEqual([])
  const pictures = await filesIn(join(restored, 'images'))
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures).toEqual(await filesIn(join(world.dataDir, 'images')))
  expect((await readdir(restored)).sort()).toEqual(['images', 'secret.key'])

  await rm(folder, { recursive: true })
})
