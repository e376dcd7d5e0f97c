import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { DEFAULT_PALETTE } from '../contract/spaces.ts'
import { migrations } from '../server/migrations/all.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { sqliteDialect } from '../server/platform/database/sqlite-dialect.ts'
import { FEED_ENTRIES_KEPT } from '../server/posts/feed-queries.ts'
import type { Schema } from '../server/schema.ts'
import { createRandom, type Random } from './random.ts'

// A community made by numbers: members, friendships with a heavy tail, posts over a year,
// reactions, vibes and comments. The same size and seed always give the same network.

export interface NetworkSize {
  members: number
  posts: number
  /** Members whose friends are counted: one reader with each of these numbers of friends. */
  readers: number[]
  /** The comments of one popular post. */
  comments: number
}

const SEED = 20_260_115
const YEAR_MS = 365 * 24 * 60 * 60_000
const START = Date.UTC(2025, 10, 1)
const TYPICAL_FRIENDS = 30
const MOST_FRIENDS = 400
const PRIVATE_SHARE = 0.2
/** Entries kept for members nobody reads as; readers have all that a server would keep. */
const ENTRIES_OF_OTHERS = 100
const EMOJIS = ['🫖', '❤️', '😂', '🌿', '🔥', '🎉', '🥐', '🌧️']
const WORDS =
  'tea bread rain garden lamp music train slow morning letter friend walk river kitchen book light'.split(
    ' ',
  )

/** A member's place in a space: the ids of both. */
export interface Seat {
  space: string
  member: string
}

/** Makes spaces in a fresh data folder, each with as many members of its own. */
export async function makeSpaces(dataDir: string, spaces: number, each: number): Promise<Seat[]> {
  const db = await openFresh(dataDir)
  const random = createRandom(SEED)
  const members = addMembers(db, random, spaces * each)
  const found = db.prepare(
    `insert into spaces (id, admin_id, name, description, color_palette, sound_url, sound_name,
      sound_volume, art_url, art_title, art_artist, is_private, max_members, tags, vibe,
      search_text, member_count, last_seq, last_activity_at, created_at)
     values (?, ?, ?, '', ?, '', '', 0.5, '', '', '', 0, 100, '[]', 'chill', '', ?, 0, ?, ?)`,
  )
  const enter = db.prepare(
    'insert into space_members (space_id, user_id, joined_at, last_read_seq) values (?, ?, ?, 0)',
  )
  const seats = members.map((member, index) => {
    const number = index % spaces
    return { space: idAt(START + number, number), member }
  })
  const palette = JSON.stringify(DEFAULT_PALETTE)
  for (const { space, member } of seats.slice(0, spaces))
    found.run(space, member, `Space ${space}`, palette, each, START, START)
  for (const { space, member } of seats) enter.run(space, member, START)
  finish(db)
  return seats
}

/** Makes the network in a fresh data folder; returns the ids of the readers, in their order. */
export async function makeNetwork(dataDir: string, size: NetworkSize): Promise<string[]> {
  const db = await openFresh(dataDir)
  const random = createRandom(SEED)
  const members = addMembers(db, random, size.members)
  const friends = addFriendships(db, random, members, size.readers)
  const posts = addPosts(db, random, members, size.posts)
  const readers = members.slice(0, size.readers.length)
  addFeedEntries(db, members, friends, posts, new Set(readers))
  addReactions(db, random, members, posts)
  addComments(db, random, members, posts, size.comments)
  finish(db)
  return readers
}

/** A migrated database in an empty folder, in a transaction that is not kept durably. */
async function openFresh(dataDir: string): Promise<DatabaseSync> {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'snug.db')
  const migrated = new Kysely<Schema>({ dialect: sqliteDialect(file) })
  await migrate(migrated, migrations)
  await migrated.destroy()
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; pragma journal_mode = memory; pragma cache_size = -200000')
  db.exec('begin')
  return db
}

function finish(db: DatabaseSync) {
  db.exec('commit')
  db.exec('pragma optimize')
  db.exec('analyze')
  db.close()
}

interface Post {
  id: string
  author: string
}

/** An id as the server makes them at that moment: sorts by time, then by `serial`. */
function idAt(ms: number, serial: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const tail = serial.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`
}

function addMembers(db: DatabaseSync, random: Random, count: number): string[] {
  const insert = db.prepare(
    `insert into users (id, username, username_key, email, email_key, password_hash, user_number,
      verified_at, is_admin, is_private, created_at) values (?, ?, ?, ?, ?, '', ?, 1, 0, ?, ?)`,
  )
  return Array.from({ length: count }, (_, index) => {
    const id = idAt(START + index, index)
    const name = `member_${index}`
    const email = `${name}@example.org`
    const isPrivate = random.chance(PRIVATE_SHARE) ? 1 : 0
    insert.run(id, name, name, email, email, index + 1, isPrivate, START)
    return id
  })
}

function addFriendships(
  db: DatabaseSync,
  random: Random,
  members: string[],
  readers: number[],
): Map<string, Set<string>> {
  const friends = new Map(members.map((id) => [id, new Set<string>()]))
  const insert = db.prepare('insert into friendships values (?, ?, ?)')
  const befriend = (one: string, other: string) => {
    if (one === other || friends.get(one)?.has(other)) return
    friends.get(one)?.add(other)
    friends.get(other)?.add(one)
    insert.run(one, other, START)
    insert.run(other, one, START)
  }
  const others = members.slice(readers.length)
  readers.forEach((wanted, index) => {
    const reader = members[index] ?? ''
    while ((friends.get(reader)?.size ?? 0) < Math.min(wanted, others.length))
      befriend(reader, random.pick(others))
  })
  for (const member of others) {
    const wanted = random.heavyTail(TYPICAL_FRIENDS, MOST_FRIENDS) / 2
    for (let made = 0; made < wanted; made++) befriend(member, random.pick(others))
  }
  return friends
}

function addPosts(db: DatabaseSync, random: Random, members: string[], count: number): Post[] {
  const insert = db.prepare(
    `insert into posts (id, author_id, text, image_alt, created_at, is_public)
     select ?, ?, ?, '', ?, 1 - is_private from users where id = ?`,
  )
  return Array.from({ length: count }, (_, index) => {
    const at = START + (YEAR_MS * index) / count
    const post = { id: idAt(at, index), author: random.pick(members) }
    const text = Array.from({ length: random.heavyTail(14, 200) }, () => random.pick(WORDS))
    insert.run(post.id, post.author, text.join(' '), Math.floor(at), post.author)
    return post
  })
}

function addFeedEntries(
  db: DatabaseSync,
  members: string[],
  friends: Map<string, Set<string>>,
  posts: Post[],
  readers: Set<string>,
) {
  const entries = new Map(members.map((id) => [id, [] as string[]]))
  const enter = (viewer: string, id: string) => {
    const kept = entries.get(viewer)
    const most = readers.has(viewer) ? FEED_ENTRIES_KEPT : ENTRIES_OF_OTHERS
    if (kept && kept.length < most) kept.push(id)
  }
  for (const { id, author } of posts.toReversed()) {
    enter(author, id)
    for (const friend of friends.get(author) ?? []) enter(friend, id)
  }
  const insert = db.prepare('insert into feed_entries values (?, ?)')
  const raise = db.prepare('insert into feed_floors values (?, ?)')
  for (const [viewer, ids] of entries) {
    for (const id of ids.toReversed()) insert.run(viewer, id)
    const floor = ids.at(-1)
    if (floor !== undefined && ids.length >= ENTRIES_OF_OTHERS) raise.run(viewer, floor)
  }
}

function addReactions(db: DatabaseSync, random: Random, members: string[], posts: Post[]) {
  const react = db.prepare('insert or ignore into post_reactions values (?, ?, ?)')
  const vibe = db.prepare('insert or ignore into vibes values (?, ?, ?)')
  for (const { id } of posts) {
    const reactions = random.chance(0.6) ? random.heavyTail(3, 300) : 0
    for (let index = 0; index < reactions; index++)
      react.run(id, random.pick(members), random.chance(0.9) ? 'like' : 'dislike')
    const vibes = random.chance(0.4) ? random.heavyTail(2, 150) : 0
    for (let index = 0; index < vibes; index++)
      vibe.run(id, random.pick(members), random.pick(EMOJIS))
  }
  db.exec(`insert into vibe_counts select post_id, emoji, count(*) from vibes group by 1, 2`)
  db.exec(`update posts set
    like_count = (select count(*) from post_reactions r where r.post_id = posts.id and kind = 'like'),
    dislike_count = (select count(*) from post_reactions r where r.post_id = posts.id and kind = 'dislike')`)
}

function addComments(
  db: DatabaseSync,
  random: Random,
  members: string[],
  posts: Post[],
  popular: number,
) {
  const insert = db.prepare('insert into comments values (?, ?, ?, ?, ?)')
  let serial = 0
  const comment = (post: Post) => {
    const at = START + YEAR_MS + serial
    insert.run(idAt(at, serial++), post.id, random.pick(members), 'How good to read this.', at)
  }
  for (const post of posts) {
    const count = random.chance(0.3) ? random.heavyTail(2, 60) : 0
    for (let index = 0; index < count; index++) comment(post)
  }
  const newest = posts.at(-1)
  if (newest) for (let index = 0; index < popular; index++) comment(newest)
  db.exec(
    'update posts set comment_count = (select count(*) from comments c where c.post_id = posts.id)',
  )
}
