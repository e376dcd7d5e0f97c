import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { migrations } from '../../server/migrations/all.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { sqliteDialect } from '../../server/platform/database/sqlite/sqlite-dialect.ts'
import type { Id } from '../../server/platform/ids.ts'
import type { Schema } from '../../server/schema.ts'
import { addFriendships, addMembers } from './members.ts'
import { addComments, addPosts, addReactions, type Post } from './posts.ts'
import { createRandom, type Random } from './random.ts'
import { addSpaces, type Seat } from './spaces.ts'

// A community made by numbers: members, friendships with a heavy tail, posts over a year,
// reactions, vibes and comments. The same size and seed always give the same network. It is made
// on the embedded database; `copy-to-postgres.ts` copies it to the other one.

export interface NetworkSize {
  members: number
  posts: number
  /** Members whose friends are counted: one reader with each of these numbers of friends. */
  readers: number[]
  /** Of the newest public post, and the replies to one comment of that before it. */
  comments: number
}

export interface Network {
  db: DatabaseSync
  random: Random
  members: Id[]
  posts: Post[]
}

const SEED = 20_260_115

/** Makes spaces in a fresh data folder, each with as many members of its own. */
export async function makeSpaces(dataDir: string, spaces: number, each: number): Promise<Seat[]> {
  const db = await openFresh(dataDir)
  const members = addMembers(db, createRandom(SEED), spaces * each)
  const seats = addSpaces(db, members, spaces)
  finish(db)
  return seats
}

/**
 * Makes the network in a fresh data folder; returns the ids of the readers, in their order.
 * `addMore` puts in whatever else a bench needs.
 */
export async function makeNetwork(
  dataDir: string,
  size: NetworkSize,
  addMore: (network: Network) => void = () => {},
): Promise<Id[]> {
  const db = await openFresh(dataDir)
  const random = createRandom(SEED)
  const members = addMembers(db, random, size.members)
  addFriendships(db, random, members, size.readers)
  const posts = addPosts(db, random, members, size.posts)
  const readers = members.slice(0, size.readers.length)
  addReactions(db, random, members, posts)
  addComments(db, random, members, posts, size.comments)
  addMore({ db, random, members, posts })
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
