import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseFailure } from '../failures.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { SqliteFile } from './sqlite-file.ts'

interface Schema {
  words: { word: string }
}

const WAL_HEAD = 32
const FRAME_HEAD = 24

let folder: string
let db: Kysely<Schema>
/** Another connection: it sees only what is committed. */
let other: DatabaseSync
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-commit-'))
  db = new Kysely({ dialect: sqliteDialect(join(folder, 'snug.db')) })
  await sql`create table words (word text primary key)`.execute(db)
  other = new DatabaseSync(join(folder, 'snug.db'), { readOnly: true })
})
afterEach(async () => {
  vi.restoreAllMocks()
  other.close()
  await db.destroy()
  await rm(folder, { recursive: true })
})

const insert = (to: Kysely<Schema>, word: string) =>
  to.insertInto('words').values({ word }).execute()
const say = (word: string) => db.transaction().execute((trx) => insert(trx, word))
const committed = () =>
  other
    .prepare('select word from words order by rowid')
    .all()
    .map(({ word }) => word)

/** Every commit ends with a frame that says how long the file is after it. */
async function commitsInLog(): Promise<number> {
  const log = await readFile(join(folder, 'snug.db-wal'))
  const frame = FRAME_HEAD + log.readUInt32BE(8)
  let commits = 0
  for (let at = WAL_HEAD; at + frame <= log.length; at += frame)
    if (log.readUInt32BE(at + 4) > 0) commits++
  return commits
}

/** The next flush ends when the test says so, and how. */
function holdFlush() {
  const begun = Promise.withResolvers<void>()
  const flushed = Promise.withResolvers<void>()
  vi.spyOn(SqliteFile.prototype, 'flush').mockImplementationOnce(() => {
    begun.resolve()
    return flushed.promise
  })
  return { begun: begun.promise, flushed }
}

describe('until the disk has it', () => {
  it('what is written is neither acknowledged nor shown to anybody', async () => {
    const { begun, flushed } = holdFlush()
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    const saying = say('a').then(note('said'))
    await begun
    const reading = db.selectFrom('words').select('word').execute()
    reading.then(note('read'))
    const next = say('b').then(note('said next'))
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
    expect(ended).toEqual([])
    flushed.resolve()
    await Promise.all([saying, reading, next])
    expect(await reading).toEqual([{ word: 'a' }])
    expect(ended).toContain('said next')
  })

  it('what comes meanwhile waits, and shares the next commit', async () => {
    const { begun, flushed } = holdFlush()
    const before = await commitsInLog()
    const first = say('first')
    await begun
    const later: Promise<unknown>[] = []
    for (const word of ['a', 'b', 'c']) {
      later.push(say(word))
      await new Promise(setImmediate)
    }
    flushed.resolve()
    await Promise.all([first, ...later])
    expect((await commitsInLog()) - before).toBe(2)
  })

  it('while several write, what comes a turn later shares the commit; who is alone does not wait', async () => {
    const before = await commitsInLog()
    const turnApart = async () => {
      const first = say(crypto.randomUUID())
      for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate)
      await Promise.all([first, say(crypto.randomUUID())])
      return (await commitsInLog()) - before
    }
    expect(await turnApart()).toBe(2)
    await Promise.all([say('a'), say('b')])
    expect(await turnApart()).toBe(4)
    await say('c')
    expect(await turnApart()).toBe(7)
  })

  it('nobody waits who changed nothing', async () => {
    const flush = vi.spyOn(SqliteFile.prototype, 'flush')
    await sql`pragma data_version`.execute(db)
    await db.transaction().execute((trx) => trx.selectFrom('words').selectAll().execute())
    expect(flush).not.toHaveBeenCalled()
    await sql`insert into words values ('raw')`.execute(db)
    expect(flush).toHaveBeenCalledOnce()
    await sql`create table more (word text)`.execute(db)
    expect(flush).toHaveBeenCalledTimes(2)
    await say('a')
    expect(flush).toHaveBeenCalledTimes(3)
  })

  it('nothing is promised any more once it refuses', async () => {
    const onUnflushed = vi.fn()
    const closing = new Kysely<Schema>({
      dialect: sqliteDialect(join(folder, 'snug.db'), onUnflushed),
    })
    const { begun, flushed } = holdFlush()
    const saying = insert(closing, 'a')
    await begun
    flushed.reject(new Error('the disk is broken'))
    await expect(saying).rejects.toThrow('broken')
    await expect(insert(closing, 'b')).rejects.toThrow('broken')
    await expect(closing.selectFrom('words').selectAll().execute()).rejects.toThrow('broken')
    await expect(closing.destroy()).rejects.toThrow('broken')
    expect(onUnflushed.mock.calls).toEqual([[new Error('the disk is broken')]])
  })
})

describe('what is written at once', () => {
  it('shares a commit, and what is written one after the other does not', async () => {
    const before = await commitsInLog()
    await Promise.all(['a', 'b', 'c', 'd'].map(say).concat(insert(db, 'e') as Promise<never>))
    expect((await commitsInLog()) - before).toBe(1)
    for (const word of ['f', 'g', 'h']) await say(word)
    expect((await commitsInLog()) - before).toBe(4)
    expect(committed()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  })

  it('is acknowledged once it is committed, and not before', async () => {
    const words = Array.from({ length: 20 }, (_, index) => `word ${index}`)
    const seen = words.map(async (word, index) => {
      await (index % 2 === 0 ? say(word) : insert(db, word))
      return committed().includes(word)
    })
    expect(await Promise.all(seen)).toEqual(words.map(() => true))
  })

  it('is undone alone when it fails', async () => {
    await say('taken')
    const failing = db.transaction().execute(async (trx) => {
      await insert(trx, 'undone')
      throw new Error('no')
    })
    const outcomes = await Promise.allSettled([
      say('before'),
      failing,
      insert(db, 'taken'),
      db.transaction().execute(async (trx) => {
        await insert(trx, 'undone, too')
        await insert(trx, 'taken')
      }),
      say('after'),
    ])
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      false,
      false,
      true,
    ])
    expect(committed()).toEqual(['taken', 'before', 'after'])
  })

  it('is undone alone as the first, and what comes after it is committed', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await insert(trx, 'undone')
      throw new Error('no')
    })
    const outcomes = await Promise.allSettled([failing, say('after'), say('later')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(committed()).toEqual(['after', 'later'])
    await say('healed')
    expect(committed()).toEqual(['after', 'later', 'healed'])
  })

  it('is seen by what comes after it in the same commit', async () => {
    const count = () =>
      db.transaction().execute(async (trx) => {
        const rows = await trx.selectFrom('words').select('word').execute()
        return rows.length
      })
    expect(await Promise.all([say('one'), count(), say('two'), count()])).toMatchObject({
      1: 1,
      3: 2,
    })
  })
})

it('is refused whole when the disk is full, and heals', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 1)}`.execute(db)
  const outcomes = await Promise.allSettled([say('short'), say('x'.repeat(100_000)), say('late')])
  const failures = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
  // The database has undone the short one with the long one.
  expect(failures.map(databaseFailure)).toEqual(['full', 'full'])
  expect(committed()).toEqual(['late'])
  await sql`pragma max_page_count = 1000000`.execute(db)
  await say('healed')
  expect(committed()).toEqual(['late', 'healed'])
})

it('takes turns with another process', async () => {
  const elsewhere = new Kysely<Schema>({ dialect: sqliteDialect(join(folder, 'snug.db')) })
  const words = Array.from({ length: 20 }, (_, index) => `word ${index}`)
  for (const word of words)
    await Promise.all([say(word), insert(elsewhere, `${word}, elsewhere`), insert(db, `${word}!`)])
  // Whoever waited asleep would keep the other from ending, for five seconds each time: longer in
  // all than a test may take.
  expect(committed()).toHaveLength(words.length * 3)
  await elsewhere.destroy()
})

it('is opened and read while another process writes', async () => {
  await say('before')
  using writing = new DatabaseSync(join(folder, 'snug.db'))
  writing.exec("begin immediate; insert into words values ('under way')")
  const elsewhere = new Kysely<Schema>({ dialect: sqliteDialect(join(folder, 'snug.db')) })
  expect(await elsewhere.selectFrom('words').selectAll().execute()).toEqual([{ word: 'before' }])
  writing.exec('commit')
  await elsewhere.destroy()
})

it('lets a pragma in between, and closes after what failed', async () => {
  const closing = new Kysely<Schema>({ dialect: sqliteDialect(join(folder, 'snug.db')) })
  const [, checked] = await Promise.all([
    insert(closing, 'one'),
    sql<{ quick_check: string }>`pragma quick_check(1)`.execute(closing),
    insert(closing, 'two'),
  ])
  expect(checked.rows).toEqual([{ quick_check: 'ok' }])
  const failing = closing.transaction().execute(() => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  await closing.destroy()
  expect(committed()).toEqual(['one', 'two'])
})
