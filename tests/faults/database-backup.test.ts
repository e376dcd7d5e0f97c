import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { snug } from '../commands.ts'
import { connectTo, newDatabase } from './database-servers.ts'
import { openMoveEnvironment } from './move-environment.ts'
import { type Contents, contentsThere } from './move-fixture.ts'
import { startS3 } from './s3-server.ts'

// A community with something in every table that lives in PostgreSQL: backed up, and brought back
// into another one.

const world = openMoveEnvironment()
/** It knows of the one app among the rows, whose secret no server made. */
const RESTORED = { code: 0, err: expect.stringMatching(/^The app of 1 member counts no more: .+$/) }
/** What a restore ends, so that a backup opens no door, and the secret's name in the database. */
const ENDED = ['sessions', 'mailed_links', 'second_factors', 'server_state']

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

function expectSameRows(before: Contents, after: Contents, except: string[]) {
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
  for (const table of Object.keys(before).filter((name) => !except.includes(name)))
    expect({ [table]: after[table] }).toEqual({ [table]: before[table] })
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

  await using others = await otherRehearsals()
  const rehearsed = await snug(['rehearse', file], { ...here, DATA_DIR: restored })
  expect(rehearsed).toMatchObject({ code: 0, err: '' })
  expect(rehearsed.out).toMatch(/ can be brought back: all [\d,]+ rows of \d+ tables and /)
  expect(await readdir(folder)).toEqual(['backup.tar'])
  expect(await rehearsalsThere()).toEqual(others.underWay.toSorted())

  const url = await newDatabase(world.postgres)
  const there = { DATA_DIR: restored, DATABASE_URL: url }
  expect(await snug(['restore', file], there)).toMatchObject(RESTORED)
  const db = connectTo(url)
  const [before, after] = [await contentsThere(world.db), await contentsThere(db)]
  await db.destroy()
  expectSameRows(before, after, ENDED)
  expect(after.sessions).toEqual([])
  const images = await filesIn(join(restored, 'images'))
  expect(images.length).toBeGreaterThan(0)
  expect(images).toEqual(await filesIn(join(world.dataDir, 'images')))
  expect((await readdir(restored)).sort()).toEqual(['images', 'secret.key'])

  await rm(folder, { recursive: true })
})

async function rehearsalsThere(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, 'snug_rehearsal')
  `.execute(world.db)
  return rows.map(({ name }) => name).sort()
}

/** What one that was killed has left, one that is under way, and one of another community. */
async function otherRehearsals() {
  const client = new Client({ connectionString: world.url })
  await client.connect()
  const { rows } = await client.query(
    'select oid from pg_database where datname = current_database()',
  )
  const ours = `snug_rehearsal_${rows[0].oid}`
  const underWay = ['snug_rehearsal_1_aaaaaaaa', `${ours}_bbbbbbbb`]
  for (const name of [...underWay, `${ours}_cccccccc`])
    await client.query(`create database ${name}`)
  await client.query('select pg_advisory_lock(hashtext($1))', [underWay[1]])
  return {
    underWay,
    async [Symbol.asyncDispose]() {
      for (const name of underWay) await client.query(`drop database ${name}`)
      await client.end()
    },
  }
}

it('a restore that is to keep sessions and cannot leaves the database empty, or says that it is not', async () => {
  expect(await snug(['move', '--to', world.url], { DATA_DIR: world.dataDir })).toMatchObject({
    code: 0,
  })
  const folder = await mkdtemp(join(tmpdir(), 'snug-kept-sessions-'))
  const file = join(folder, 'backup.tar')
  const here = { DATA_DIR: world.dataDir, DATABASE_URL: world.url }
  expect(await snug(['backup', file], here)).toMatchObject({ code: 0, err: '' })
  const url = await newDatabase(world.postgres)
  const there = { DATA_DIR: join(folder, 'restored'), DATABASE_URL: url }
  const keep = (more = {}) => snug(['restore', file, '--keep-sessions'], { ...there, ...more })
  const without = /^Sessions cannot be kept: the backup was made without --with-secret, .+\.$/
  // Asked for once more, it is refused alike: nothing stands in the database.
  for (const _time of ['once', 'again'])
    expect(await keep()).toMatchObject({ code: 1, err: expect.stringMatching(without) })
  const [sentence, filled, ...more] = (await keep({ SECRET_KEY: 'cd'.repeat(32) })).err.split('\n')
  expect(sentence).toMatch(without)
  expect(filled).toBe(
    'What was restored stands in the database of DATABASE_URL: empty it before you try again, and do not start Snug on it.',
  )
  expect(more).toEqual([])
  expect((await snug(['restore', file], there)).err).toMatch(
    / is not empty\. .+, and set DATABASE_URL/,
  )
  const cutOff = /^A backup was being restored into this database when that was cut off: /m
  const server = await world.start({ DATABASE_URL: url })
  await once(server.process, 'exit')
  expect(server.output()).toMatch(cutOff)
  expect((await snug(['migrate'], there)).err).toMatch(cutOff)
  expect((await snug(['doctor'], there)).out).toMatch(/problem +database: A backup was being/)
  // Killed before anything was filled, it is empty all the same.
  const marked = { ...there, DATABASE_URL: await newDatabase(world.postgres) }
  const db = connectTo(marked.DATABASE_URL)
  await sql`create table snug_restore ()`.execute(db)
  await db.destroy()
  expect(await snug(['restore', file], marked)).toMatchObject(RESTORED)
  expect((await snug(['migrate'], marked)).out).toBe('The database is up to date.')
  const names = await readdir(folder)
  expect(names.sort()).toEqual(['backup.tar', 'restored'])
  await rm(folder, { recursive: true })
})

it('with pictures in a bucket, what is written during a backup is in it wholly or not at all', async () => {
  const s3 = await startS3()
  const folder = await mkdtemp(join(tmpdir(), 'snug-bucket-backup-'))
  const here = { DATA_DIR: world.dataDir, DATABASE_URL: world.url, ...s3.environment }
  const moved = await snug(['move', '--to', world.url], { ...here, DATABASE_URL: '' })
  expect(moved).toMatchObject({ code: 0 })
  const inBucket = await s3.keys('')
  expect(inBucket.length).toBeGreaterThan(0)

  const file = join(folder, 'backup.tar')
  const writing = writeAllTheWhile()
  await writing.hasBegun
  const made = await snug(['backup', file], here)
  const written = await writing.stop()
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('kept in the bucket') })

  const restored = join(folder, 'restored')
  const rehearsed = await snug(['rehearse', file], { ...here, DATA_DIR: restored })
  expect(rehearsed).toMatchObject({ code: 0, err: '' })
  const there = { ...here, DATA_DIR: restored, DATABASE_URL: await newDatabase(world.postgres) }
  expect(await snug(['restore', file], there)).toMatchObject(RESTORED)
  const db = connectTo(there.DATABASE_URL)
  const [before, after] = [await contentsThere(world.db), await contentsThere(db)]
  const marks = await db.selectFrom('spent_challenges').select('challenge_hash as mark').execute()
  await db.destroy()
  expectSameRows(before, after, [...ENDED, 'spent_challenges'])
  const kept = marks.map(({ mark }) => mark).filter((mark) => mark.startsWith('during-'))
  // As they were at one moment: the first of them, in pairs.
  expect(kept.toSorted()).toEqual(written.slice(0, kept.length).toSorted())
  expect([kept.length > 0, kept.length % 2]).toEqual([true, 0])
  expect(kept.length).toBeLessThan(written.length)
  expect(await s3.keys('')).toEqual(inBucket)

  await s3.close()
  await rm(folder, { recursive: true })
})

/** Two rows in each transaction. */
function writeAllTheWhile() {
  const written: string[] = []
  const begun = Promise.withResolvers<void>()
  let isOver = false
  async function write() {
    for (let count = 0; !isOver; count++) {
      const marks = ['a', 'b'].map((one) => `during-${String(count).padStart(6, '0')}-${one}`)
      const rows = marks.map((challenge_hash) => ({ challenge_hash, expires_at: 4e12 }))
      await world.db.transaction().execute(async (trx) => {
        for (const row of rows) await trx.insertInto('spent_challenges').values(row).execute()
      })
      written.push(...marks)
      begun.resolve()
      await pause(5)
    }
  }
  const writing = write()
  return {
    hasBegun: begun.promise,
    async stop() {
      isOver = true
      await writing
      return written
    },
  }
}
