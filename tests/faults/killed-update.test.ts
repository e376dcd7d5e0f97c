import { copyFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LONG_UPDATE } from './later-version.ts'
import { type Community, openCommunity, writeOn } from './writing.ts'

// The plug is pulled in the middle of an update, at any moment of any step: then the database is as
// it was before or as it is after, and the next start serves. SNUG_TEST_KILLS=200 makes it the long
// run, in which each kill is followed by a start; in the short one only the last is.

const LONG_RUN = Number(process.env.SNUG_TEST_KILLS)
const KILLS = LONG_RUN || 12
/** How long after a step began, at most: longer than most of them take. */
const LATER_MS = 25
/** Of a whole start, most of which goes before the first step. */
const START_MS = 700

let community: Community
let file: string
beforeEach(async () => {
  community = await openCommunity(2)
  file = join(community.server.dataDir, 'snug.db')
})
afterEach(() => community.close())

/** What tells whether an update was made, in part or not at all. */
function stateOf(database: string): string {
  using open = new DatabaseSync(database)
  const schema = open.prepare('select name, sql from sqlite_schema order by name').all()
  const hasRun = schema.some(({ name }) => name === 'kysely_migration')
  const made = hasRun ? open.prepare('select name from kysely_migration order by name').all() : []
  return JSON.stringify([schema, made])
}

function expectWhole(database: string) {
  using open = new DatabaseSync(database)
  expect(open.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(open.prepare('pragma foreign_key_check').all()).toEqual([])
}

async function removeDatabase() {
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true })
}

const begun = (lines: readonly string[]) => lines.filter((line) => line.startsWith('begins: '))

/** Starts the server and pulls the plug in the step of this number, of those that begin. */
async function killIn(step: number, kill: number) {
  const { server } = community
  const before = begun(server.lines).length
  const starting = server.start(LONG_UPDATE).catch((error: Error) => error)
  await expect
    .poll(() => begun(server.lines).length, { interval: 1 })
    .toBeGreaterThan(before + step)
  await pause(Math.random() * (step === 0 ? START_MS : LATER_MS))
  await (kill % 2 === 0 ? server.kill() : server.stop())
  await starting
}

async function timeOfStart(): Promise<number> {
  const start = performance.now()
  await community.server.start(LONG_UPDATE)
  return performance.now() - start
}

async function expectKilledUpdatesToServe(
  putBack: () => Promise<void>,
  kills: number,
): Promise<{ inside: number; starts: number[] }> {
  const { server } = community
  await putBack()
  const old = stateOf(file)
  await server.start(LONG_UPDATE)
  await server.stop()
  const updated = stateOf(file)
  // The first announcement is of the start itself.
  const all = begun(server.lines).length
  expect(updated).not.toBe(old)

  const starts: number[] = []
  let inside = 0
  for (let kill = 0; kill < kills; kill++) {
    await putBack()
    await killIn(kill % all, kill)
    const state = stateOf(file)
    expect([old, updated]).toContain(state)
    if (state === old) inside += 1
    expectWhole(file)
    if (!LONG_RUN && kill < kills - 1) continue
    starts.push(await timeOfStart())
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
    await server.kill()
    expect(stateOf(file)).toBe(updated)
    expectWhole(file)
  }
  return { inside, starts }
}

it('is made or not made, never in part, and the next start serves', {
  timeout: 180_000 + KILLS * 30_000,
}, async ({ annotate }) => {
  const { server, db } = community
  const writing = writeOn(community)
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20)
  await writing.stop()
  const before = (await community.kept()).toSorted()
  await server.stop()
  // The test's own connection, too: the copy must be all of it.
  await db.destroy()
  const copy = `${file}.copy`
  await copyFile(file, copy)

  const { inside, starts } = await expectKilledUpdatesToServe(async () => {
    await removeDatabase()
    await copyFile(copy, file)
  }, KILLS)
  expect(inside).toBeGreaterThan(KILLS / 2)
  using open = new DatabaseSync(file)
  const texts = ['text from posts', 'text from comments', 'content as text from space_messages']
  const kept = texts.flatMap((each) => open.prepare(`select ${each}`).all())
  expect(kept.map(({ text }) => text).toSorted()).toEqual(before)
  const snapshot = 'snug.db.before-9001-letters'
  const names = await readdir(server.dataDir)
  expect(names.filter((name) => /before|unfinished/.test(name))).toEqual([snapshot])
  expect((await stat(join(server.dataDir, snapshot))).mode & 0o777).toBe(0o600)
  await annotate(summary(inside, starts))
})

it('begins an empty community again that was killed while it was made', {
  timeout: 180_000 + KILLS * 30_000,
}, async ({ annotate }) => {
  const { server, db } = community
  await server.stop()
  await db.destroy()
  const { inside, starts } = await expectKilledUpdatesToServe(removeDatabase, Math.ceil(KILLS / 3))
  await annotate(summary(inside, starts))
})

function summary(inside: number, starts: number[]): string {
  const sorted = starts.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${inside} kills inside; ready after ${median.toFixed()} ms (median), ${sorted.at(-1)?.toFixed()} ms at most`
}
