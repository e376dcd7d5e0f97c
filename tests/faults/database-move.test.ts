import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { snug } from '../commands.ts'
import { COMPILE_CACHE } from '../setup/compile-cache.ts'
import { connectTo, untilHealth } from './database-servers.ts'
import { openMoveEnvironment } from './move-environment.ts'
import {
  CROWDED_ROWS,
  contentsHere,
  contentsThere,
  embedded,
  fingerprint,
  PASSWORD,
} from './move-fixture.ts'

const CLI = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const world = openMoveEnvironment()

describe('a community that is moved', () => {
  it('is there with every row of every table, and here as it was', async () => {
    const before = fingerprint(world.dataDir)
    const { code, out } = await world.move()
    expect(code).toBe(0)
    expect(out).toMatch(/^users +14 rows, the same$/m)
    expect(fingerprint(world.dataDir)).toBe(before)
    const here = contentsHere(world.dataDir)
    // A table that is empty here could be forgotten unseen: fill each in addRows.
    expect(Object.keys(here).filter((name) => here[name]?.length === 0)).toEqual([])
    await world.expectAllThere()
    // The next start would find nothing to do.
    expect(await snug(['migrate'], { DATABASE_URL: world.url })).toMatchObject({
      ...{ code: 0, out: 'The database is up to date.' },
    })
    expect((await world.move()).err).toBe(
      'There is a community in this database already. Make an empty one.',
    )
  })

  it('goes on living there', async () => {
    expect((await world.move()).code).toBe(0)
    const server = await world.start({ DATABASE_URL: world.url })
    await untilHealth(server, 200)
    const body = { email: 'maya@example.org', password: PASSWORD }
    const { token } = (await server.call('POST', '/users/login', '', { body })).body
    const { posts } = (await server.call('GET', '/posts/friends', token)).body
    expect(posts.length).toBeGreaterThan(5)
    const shown = posts.find((post: { image: unknown }) => post.image)
    const image = await fetch(`${server.origin}${shown.image.sources[0].url}`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])

    const [space] = (await server.call('GET', '/spaces/my-spaces', token)).body
    const { last_seq } = await world.db
      .selectFrom('spaces')
      .select('last_seq')
      .where('id', '=', space._id)
      .executeTakeFirstOrThrow()
    const said = await server.call('POST', `/spaces/${space._id}/messages`, token, {
      body: { content: 'Here we are' },
    })
    expect([said.status, said.body.seq]).toEqual([201, last_seq + 1])

    // The mail that was waiting goes out once.
    await expect.poll(async () => (await mails()).length).toBe(1)
    expect((await mails())[0]).toMatch(/^To: maya@example\.org/m)
    expect(await world.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([])
  })
})

async function mails(): Promise<string[]> {
  const box = join(world.dataDir, 'mail')
  const names = (await readdir(box).catch(() => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map((name) => readFile(join(box, name), 'utf8')))
}

describe('a move that is cut off in the middle of a table', () => {
  it('keeps servers away, and goes on where it stopped', async () => {
    await inTheMiddle(kill, expectHeld)
    const halfway = (await contentsThere(world.db)).post_reactions?.length ?? 0
    expect(halfway).toBeGreaterThan(0)
    expect(halfway).toBeLessThan(CROWDED_ROWS)
    const written = await writtenBy()
    const server = await world.start({ DATABASE_URL: world.url })
    await once(server.process, 'exit')
    expect(server.output()).toMatch(/^The move of a community into this database is not finished/m)
    expect(
      (await snug(['doctor'], { DATABASE_URL: world.url, DATA_DIR: world.dataDir })).out,
    ).toMatch(/^problem +database: The move of a community/m)

    const { code, out } = await world.move()
    expect(code).toBe(0)
    expect(out).toMatch(/^Went on behind the [\d,]+ rows that were there already\.$/m)
    await world.expectAllThere()
    expect(await writtenBy()).toEqual(written)
  })

  it('goes on when it was PostgreSQL that went', async () => {
    const said = await inTheMiddle(async () => {
      await world.postgres.kill()
      await world.postgres.start()
    })
    expect(said).toMatch(/^The database at .+ went away\. Run the same command again: it goes on/m)
    const { code, out } = await world.move()
    expect([code, out]).toEqual([0, expect.stringMatching(/^Went on behind the [\d,]+ rows/)])
    await world.expectAllThere()
  })

  it('begins anew when the community has changed meanwhile', async () => {
    await inTheMiddle(kill)
    {
      using database = embedded(world.dataDir)
      database.exec("update users set about_me = 'Somebody else now' where user_number = 1")
    }
    const { code, out } = await world.move()
    expect(code).toBe(0)
    expect(out).not.toMatch(/^Went on/m)
    await world.expectAllThere()
  })

  it('is not gone on with by another community', async () => {
    await inTheMiddle(kill)
    {
      using database = embedded(world.dataDir)
      database.exec("update server_state set value = 'of another community'")
    }
    const there = await contentsThere(world.db)
    expect((await world.move()).err).toMatch(/^The move of another community into this database/m)
    expect(await contentsThere(world.db)).toEqual(there)
  })
})

const kill = (command: ChildProcess) => void command.kill('SIGKILL')

/** Nobody can write here what would not be moved. */
async function expectHeld() {
  const server = await world.start({})
  await once(server.process, 'exit')
  expect(server.output()).toMatch(/^The database in DATA_DIR is held by another program/m)
  expect(server.output()).not.toMatch(/^ {4}at /m)
  expect((await world.move()).err).toMatch(/^Snug is running on .+ Stop it first\.$/)
}

/** The transaction that wrote the rows of one table: another one would have written them anew. */
async function writtenBy() {
  const { rows } = await sql`select id, xmin::text from users order by id`.execute(world.db)
  return rows
}

/** One row makes the move wait for a lock of ours; then it is cut off. Returns what it said. */
async function inTheMiddle(
  cutOff: (command: ChildProcess) => unknown,
  meanwhile = async () => {},
): Promise<string> {
  const { db, url, dataDir } = world
  await world.makeTables()
  const middle = sql.lit(rowInTheMiddle())
  await sql`create function halt() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(7); return new; end $$`.execute(db)
  await sql`create trigger halting before insert on post_reactions for each row
    when (new.post_id = ${middle}) execute function halt()`.execute(db)
  const lock = connectTo(url)
  await sql`select pg_advisory_lock(7)`.execute(lock)
  const command = spawn(process.execPath, [CLI, 'move', '--to', url], {
    env: { DATA_DIR: dataDir, ...COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(command.stderr)
  await expect.poll(isHalted).toBe(true)
  await meanwhile()
  await cutOff(command)
  if (command.exitCode === null && command.signalCode === null) await once(command, 'exit')
  await lock.destroy()
  await sql`drop function halt cascade`.execute(db)
  return said
}

async function isHalted(): Promise<boolean> {
  const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  return (await waiting.execute(world.db)).rows.length > 0
}

function rowInTheMiddle(): string {
  using database = embedded(world.dataDir)
  const middle = `select post_id from post_reactions order by post_id, user_id limit 1 offset ${CROWDED_ROWS / 2}`
  return String(database.prepare(middle).get()?.post_id)
}
