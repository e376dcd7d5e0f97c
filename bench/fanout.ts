import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { sqliteDialect } from '../server/platform/database/sqlite-dialect.ts'
import { type Id, newId } from '../server/platform/ids.ts'
import { enterIntoFeeds } from '../server/posts/feed-entry-queries.ts'
import { friendsPosts, LAST_ID, readyEntries } from '../server/posts/feed-queries.ts'
import type { Database, Schema } from '../server/schema.ts'
import { median } from './http-load.ts'
import { makeNetwork } from './network/network.ts'
import { print, row } from './table.ts'

// Should the friends feed be gathered when it is read, or written when a post is made? Both are
// measured on the same network, in turn: what a page costs, and what a post costs.

const READERS = [10, 150, 500, 2_000]
const ROUNDS = 200

export async function benchFanout(posts = 200_000) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  try {
    print(`Making a network of ${posts.toLocaleString('en')} posts …`)
    const members = Math.max(2_500, Math.round(posts / 50))
    const readers = await makeNetwork(folder, { members, posts, readers: READERS, comments: 0 })
    const db: Database = new Kysely<Schema>({ dialect: sqliteDialect(join(folder, 'snug.db')) })
    print(row('median µs', ...READERS.map((count) => `${count} friends`)))
    const page = { before: LAST_ID, limit: 11, offset: 0, reach: 11 }
    await line('page, gathered', readers, (viewer) => friendsPosts(db, { ...page, viewer }))
    await line('page, ready', readers, (viewer) => readyEntries(db, { ...page, viewer }))
    await line('post, stored only', readers, (author) => storePost(db, author, false))
    await line('post, with fan-out', readers, (author) => storePost(db, author, true))
    await db.destroy()
    const { size } = await stat(join(folder, 'snug.db'))
    print(`The database file has ${Math.round(size / 1_000_000)} MB.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function line(name: string, members: Id[], run: (member: Id) => Promise<unknown>) {
  const taken = members.map(() => [] as number[])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, member] of members.entries()) {
      const started = performance.now()
      await run(member)
      taken[index]?.push((performance.now() - started) * 1_000)
    }
  print(row(name, ...taken.map((times) => median(times).toFixed(0))))
}

async function storePost(db: Database, author: Id, isFannedOut: boolean) {
  const id = newId()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('posts')
      .values({
        id,
        author_id: author,
        text: 'Measured',
        image_id: null,
        image_alt: '',
        created_at: Date.now(),
        is_public: 1,
        like_count: 0,
        dislike_count: 0,
        comment_count: 0,
      })
      .execute()
    if (isFannedOut) await enterIntoFeeds(trx, id)
  })
}
