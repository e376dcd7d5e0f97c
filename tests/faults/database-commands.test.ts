import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Postgres } from '../../scripts/postgres.ts'
import { snug } from '../commands.ts'
import { connectTo, newDatabase, openPostgres } from './database-servers.ts'

// What the command line says of a PostgreSQL that cannot be used.

let dataDir: string
let postgres: Postgres
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snug-commands-'))
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres.remove()
  await rm(dataDir, { recursive: true })
})

const on = (url: string, ...words: string[]) =>
  snug(words, { DATA_DIR: dataDir, DATABASE_URL: url })

const linesOf = async (url: string, name: string) =>
  (await on(url, 'doctor')).out.split('\n').find((line) => line.includes(` ${name}: `))

it('migrate brings it up to date, and doctor finds it well', async () => {
  const url = await newDatabase(postgres)
  expect(await linesOf(url, 'migrations')).toMatch(/^problem +migrations: \d+ to be made/)
  expect((await on(url, 'migrate')).out).toMatch(/^0001-baseline is done\.$/m)
  expect(await linesOf(url, 'database')).toBe('ok       database: PostgreSQL answers')
  expect(await linesOf(url, 'migrations')).toBe('ok       migrations: all made')
})

it('doctor tells where no backup of it can be made', async () => {
  const url = new URL(await newDatabase(postgres))
  await on(url.href, 'migrate')
  const backupsOf = async (more: Record<string, string>) => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: url.href, ...more }
    const { out } = await snug(['doctor'], settings)
    return out.split('\n').find((line) => line.includes(' backups: '))
  }
  const scheduled = { BACKUP_EVERY: '24h' }
  expect(await backupsOf(scheduled)).toBe('ok       backups: none was made here')
  url.searchParams.set('pool_mode', 'transaction')
  expect(await backupsOf(scheduled)).toMatch(
    /^problem +backups: none can be made: This needs a connection that is not shared/,
  )
  expect(await backupsOf({ BACKUP_EVERY: 'off' })).toMatch(/^ok /)
})

it('doctor tells of a setting that could lose what members wrote', async () => {
  const url = await newDatabase(postgres)
  const db = connectTo(url)
  const { pathname } = new URL(url)
  await sql`alter database ${sql.id(pathname.slice(1))} set synchronous_commit = off`.execute(db)
  await db.destroy()
  expect(await linesOf(url, 'database')).toMatch(/^problem .+ synchronous_commit = off/)
})

it('says in one sentence why it cannot be used', async () => {
  const db = connectTo(await newDatabase(postgres))
  await sql`create role visitor login password 'geheim'`.execute(db)
  await sql`create database latin encoding 'LATIN1' locale 'C' template template0`.execute(db)
  await db.destroy()
  const asVisitor = new URL(await newDatabase(postgres))
  asVisitor.username = 'visitor'
  asVisitor.password = 'geheim'
  const problems: [string, RegExp][] = [
    [new URL('/nothing', postgres.url).href, /there is no database "nothing"/],
    [new URL('/latin', postgres.url).href, /encoding UTF8/],
    ['postgres://ada:geheim@127.0.0.1:1/snug', /away|ECONNREFUSED/],
  ]
  for (const [url, sentence] of problems) {
    const [migrated, examined] = [await on(url, 'migrate'), await on(url, 'doctor')]
    expect(migrated).toMatchObject({ code: 1, err: expect.stringMatching(sentence) })
    expect(migrated.err).not.toMatch(/\n|went wrong/)
    expect([examined.code, examined.out]).toEqual([1, expect.stringMatching(sentence)])
    expect(`${migrated.err}${examined.out}`).not.toContain('geheim')
  }
  expect((await on(asVisitor.href, 'migrate')).err).toMatch(
    /^DATABASE_URL cannot be used: "visitor" may not make tables: make it the owner/,
  )
})
