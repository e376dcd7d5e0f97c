import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { type Id, newId } from '../../server/platform/ids.ts'
import type { Schema } from '../../server/schema.ts'
import { snug } from '../commands.ts'
import { addRows, ODD_TEXT } from './move-rows.ts'

// A community with something in every table, to be moved; and both databases read in a way of the
// test's own, which knows nothing of how they are moved.

export const PASSWORD = 'Tea-and-Toast-4!'
/** More than are copied at once, so that a table can be cut off in its middle. */
export const CROWDED_ROWS = 3_500

export async function makeCommunity(dataDir: string): Promise<void> {
  const { code, err } = await snug(['demo', '--folder', dataDir], {})
  if (code !== 0) throw new Error(err)
  using database = embedded(dataDir)
  const idOf = (name: string) =>
    Number(database.prepare('select id from users where username = ?').get(name)?.id)
  const [maya, viewer] = [idOf('Maya'), lastMember(database)]
  const [other = 0] = membersBut(database, maya, viewer)
  addRows(database, { maya, viewer, other })
  addReply(database)
  addCrowd(database, viewer)
}

/** More rows than are copied at once. */
function addCrowd(database: DatabaseSync, viewer: Id) {
  const newPost = database.prepare(
    `insert into posts (id, author_id, text, created_at)
     values (?, ?, '', 1) returning id`,
  )
  const react = database.prepare("insert into post_reactions values (?, ?, 'like')")
  database.exec('begin')
  for (let count = 0; count < CROWDED_ROWS; count++)
    react.run(newPost.get(newId(), viewer)?.id as Id, viewer)
  database.exec('commit')
}

function lastMember(database: DatabaseSync): Id {
  return Number(database.prepare('select id from users order by user_number desc').get()?.id)
}

function membersBut(database: DatabaseSync, ...ids: Id[]): Id[] {
  const all = database.prepare('select id from users order by user_number desc').all()
  return all.map(({ id }) => Number(id)).filter((id) => !ids.includes(id))
}

export function embedded(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'snug.db'))
}

/** The file as it is, byte by byte. */
export function fingerprint(dataDir: string): string {
  return createHash('sha256')
    .update(readFileSync(join(dataDir, 'snug.db')))
    .digest('hex')
}

export type Contents = Record<string, string[]>

/** Every row of every table but for those of the migrations. */
export function contentsHere(dataDir: string): Contents {
  using database = embedded(dataDir)
  const names = database.prepare("select name from sqlite_schema where type = 'table'").all()
  return Object.fromEntries(
    names
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('kysely_'))
      .map((name) => [name, written(database.prepare(`select * from "${name}"`).all())]),
  )
}

export async function contentsThere(db: Kysely<Schema>): Promise<Contents> {
  const { rows: names } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(db)
  const contents: Contents = {}
  for (const { name } of names) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    )
    contents[name] = written(rows)
  }
  return contents
}

function written(rows: Record<string, unknown>[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
}

function addReply(database: DatabaseSync) {
  database
    .prepare(
      'update comments set parent_id = (select min(id) from comments as older where older.post_id = comments.post_id) where id = (select max(id) from comments)',
    )
    .run()
  database
    .prepare('update comments set text = ? where id = (select min(id) from comments)')
    .run(ODD_TEXT)
}
