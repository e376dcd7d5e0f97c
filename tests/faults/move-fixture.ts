import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { type Id, newId, newUuid } from '../../server/platform/ids.ts'
import type { Schema } from '../../server/schema.ts'
import { snug } from '../commands.ts'

// A community with something in every table, to be moved; and both databases read in a way of the
// test's own, which knows nothing of how they are moved.

export const PASSWORD = 'Tea-and-Toast-4!'
/** More than are copied at once, so that a table can be cut off in its middle. */
export const CROWDED_ROWS = 3_500
/** What a list of values must not be confused by. */
const ODD_TEXT = '{"a\\b",NULL} \'\' \u{1f44b}\u{1f3fd}\n\t{} "'

export async function makeCommunity(dataDir: string): Promise<void> {
  const { code, err } = await snug(['demo', '--folder', dataDir], {})
  if (code !== 0) throw new Error(err)
  using database = embedded(dataDir)
  const idOf = (name: string) =>
    Number(database.prepare('select id from users where username = ?').get(name)?.id)
  const [maya, viewer] = [idOf('Maya'), lastMember(database)]
  const insert = (table: string, ...values: (string | number | null)[]) =>
    database
      .prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`)
      .run(...values)
  const mail = JSON.stringify({ userId: maya })
  insert('mail_outbox', newId(), 'password-changed', mail, 0, 1, 1, null, null)
  const session = [newUuid(), maya, 1, 3, 1, Date.now() + 60_000, 1, 1, 'Firefox on Linux']
  insert('sessions', ...session, '203.0.113.0/24')
  insert('mailed_links', 'a hash', maya, 'undo-email', 'maya@example.net', Date.now(), null)
  insert('idempotency_keys', maya, 'a key', 'a hash', newId(), Date.now())
  const act = newId()
  insert('admin_acts', act, null, 'delete_comment', 1, '', Date.now(), null)
  insert('removals', act, null, 'comment', newId(), maya, ODD_TEXT, null, '', ODD_TEXT, 1)
  insert('former_usernames', 'a name', 'an owner', Date.now())
  const [other = 0] = membersBut(database, maya, viewer)
  insert('blocks', viewer, other, Date.now())
  insert('seen_devices', other, 'a hash', 1)
  insert('second_factors', other, 'a secret', 1, 2, null)
  insert('passkeys', newId(), other, 'an id', 'a key', 3, '[]', 'example.org', ODD_TEXT, 1, null)
  insert('spent_challenges', 'a hash', 1)
  insert('recovery_codes', other, 'ABCD', 'a hash')
  insert('mutes', other, viewer, null)
  insert('deleted_spaces', newId())
  const report = [newId(), viewer, 'profile', other, other, null, 'spam', null, ODD_TEXT]
  insert('reports', ...report, Date.now(), Date.now(), 1, null)
  insert('report_evidence', report[0] as Id, 0, other, ODD_TEXT, 1)
  insert('report_images', report[0] as Id, 0, newUuid(), ODD_TEXT)
  insert('link_cards', newId(), 'a hash', '', ODD_TEXT, ODD_TEXT, ODD_TEXT, null, 1)
  insert('appeals', other, ODD_TEXT, 1, '')
  insert('community', 'name', JSON.stringify('Tea & “Toast”'))
  insert('invites', newId(), 'a hash', maya, null, ODD_TEXT, null, 0, 1, 1)
  const space = Number(database.prepare('select id from spaces').get()?.id)
  const comment = database.prepare('select id, post_id from comments').get()
  insert('post_versions', Number(comment?.post_id), 0, ODD_TEXT, 1)
  insert('comment_versions', Number(comment?.id), 0, ODD_TEXT, 1)
  insert('space_bans', space, other, ODD_TEXT, 1)
  insert('post_mentions', newId(), other, Number(comment?.post_id), Number(comment?.id))
  const message = Number(database.prepare('select id from space_messages').get()?.id)
  insert('message_mentions', message, other)
  const picture = String(database.prepare('select id from images').get()?.id)
  insert('message_images', message, 0, picture, ODD_TEXT)
  insert('message_words', space, ODD_TEXT, 0)
  insert('conversations', space, 'two ids', 1, 'none', null, null)
  insert('archives', newId(), other, 1, null, 0, null, 0, 0, 0, ODD_TEXT, null)
  insert('space_invitations', space, other, viewer, 1)
  const read = [ODD_TEXT, ODD_TEXT, '[]', 1, 1, 1, 0]
  const sent = [newId(), other, newUuid(), 1, '[5]']
  insert('imports', ...sent, 1, 1, 'read', 5, 5, null, 0, 1, ...read, null, 8e12)
  insert('deletion_receipts', 'a hash', 1, 2, 3, 4, 5)
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

type Contents = Record<string, string[]>

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
