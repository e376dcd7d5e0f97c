import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { snug } from '../commands.ts'
import { untilHealth } from './database-servers.ts'
import { openMoveEnvironment } from './move-environment.ts'
import { contentsThere, embedded } from './move-fixture.ts'
import { startS3, type TestS3 } from './s3-server.ts'

const world = openMoveEnvironment()

describe('a move is refused', () => {
  it('while a server serves the community', async () => {
    const server = await world.start({})
    await untilHealth(server, 200)
    expect(await world.move()).toMatchObject({
      ...{ code: 1, err: `Snug is running on ${world.dataDir}. Stop it first.` },
    })
    expect(await contentsThere(world.db)).toEqual({})
  })

  it('into a database with anything in it', async () => {
    await sql`create table recipes (name text)`.execute(world.db)
    expect(await world.move()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/something else in this database: the table "recipes"/),
    })
    expect(await contentsThere(world.db)).toEqual({ recipes: [] })
  })

  it('of a table that one side does not know', async () => {
    {
      using database = embedded(world.dataDir)
      database.exec('create table extras (id text primary key)')
    }
    expect((await world.move()).err).toMatch(
      /The table "extras" is in one of the databases only\.$/,
    )
  })

  it.each([
    ['a name that is no address', 'hello', /^--to must look like postgres:/],
    [
      'nobody there',
      'postgres://snug:secret@127.0.0.1:1/snug',
      /^Nothing answers at 127\.0\.0\.1:1\.$/,
    ],
    [
      'no such host',
      'postgres://snug:secret@nowhere.invalid/snug',
      /^There is no host "nowhere\.invalid"\.$/,
    ],
  ])('with one sentence: %s', async (_, to, sentence) => {
    const { code, err } = await snug(['move', '--to', to], { DATA_DIR: world.dataDir })
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)])
    expect(err).not.toContain('secret')
  })

  it('with one sentence: no such database, another encoding, a setting that is there already', async () => {
    const to = new URL('/nothing', world.url).href
    expect((await snug(['move', '--to', to], { DATA_DIR: world.dataDir })).err).toMatch(
      /^The database at 127\.0\.0\.1:\d+ cannot be used: there is no database "nothing"\.$/,
    )
    await sql`create database latin encoding 'LATIN1' locale 'C' template template0`.execute(
      world.db,
    )
    const latin = new URL('/latin', world.url).href
    expect((await snug(['move', '--to', latin], { DATA_DIR: world.dataDir })).err).toMatch(
      /encoding UTF8/,
    )
    expect((await world.move({ DATABASE_URL: world.url })).err).toMatch(/^DATABASE_URL is set/)
  })
})

const NINTH = '(select id from posts order by id limit 1 offset 8)'

it('names the row that PostgreSQL does not take, and goes on once it is mended', async () => {
  {
    using database = embedded(world.dataDir)
    database.exec(`update posts set text = 'a' || char(0) || 'b' where id = ${NINTH}`)
  }
  const { code, err } = await world.move()
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^PostgreSQL does not take a row of posts \(id = \d+\): /),
  ])
  {
    using database = embedded(world.dataDir)
    database.exec(`update posts set text = 'ab' where id = ${NINTH}`)
  }
  expect((await world.move()).code).toBe(0)
  await world.expectAllThere()
})

it('finds what is not the same in the end, and copies anew', async () => {
  await bendComments()
  const { code, out, err } = await world.move()
  expect([code, err]).toEqual([1, expect.stringMatching(/^The databases differ/)])
  expect(out).toMatch(/^comments +88 rows, not the same, first at id = \d+$/m)
  expect(out).toMatch(/^posts +3,561 rows, the same$/m)
  await sql`drop function bend cascade`.execute(world.db)
  expect((await world.move()).code).toBe(0)
  await world.expectAllThere()
})

/** From now on PostgreSQL keeps another text than it is given. */
async function bendComments() {
  await world.makeTables()
  await sql`create function bend() returns trigger language plpgsql as
    $$ begin new.text := new.text || '!'; return new; end $$`.execute(world.db)
  await sql`create trigger bending before insert on comments for each row
    execute function bend()`.execute(world.db)
}

describe('pictures', () => {
  let s3: TestS3
  beforeEach(async () => {
    s3 = await startS3()
  })
  afterEach(() => s3.close())

  it('are copied into a bucket that is set, each once', async () => {
    await bendComments()
    s3.set('refusing')
    expect(await world.move(s3.environment)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The bucket does not take the pictures/),
    })
    s3.set('open')
    const names = await readdir(join(world.dataDir, 'images'), { recursive: true })
    const files = names.filter((name) => name.endsWith('.webp')).length
    const sentence = (copied: number, there: number) =>
      `${files} picture files are in the bucket pictures: ${copied} copied, ${there} there before.`
    expect((await world.move(s3.environment)).out).toContain(sentence(files, 0))
    await sql`drop function bend cascade`.execute(world.db)
    expect(await world.move(s3.environment)).toMatchObject({
      code: 0,
      out: expect.stringContaining(sentence(0, files)),
    })
    const server = await world.start({
      ...{ ...s3.environment, DATABASE_URL: world.url, DATA_DIR: join(world.folder, 'elsewhere') },
      SECRET_KEY: await readFile(join(world.dataDir, 'secret.key'), 'utf8'),
    })
    await untilHealth(server, 200)
    const { rows } = await sql<{ id: string }>`
      select photo_image_id as id from users where photo_image_id is not null limit 1`.execute(
      world.db,
    )
    const photo = await fetch(`${server.origin}/media/photo/${rows[0]?.id}/192.webp`)
    expect(photo.status).toBe(200)
  })
})
