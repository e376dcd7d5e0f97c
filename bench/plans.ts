import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely } from 'kysely'
import { findLiveSession } from '../server/accounts/queries.ts'
import { sqliteDialect } from '../server/platform/database/sqlite-dialect.ts'
import { readCards } from '../server/posts/card-queries.ts'
import { enterIntoFeeds, friendsFeed, LAST_ID, publicFeed } from '../server/posts/feed-queries.ts'
import { findVisiblePost, newestComments } from '../server/posts/queries.ts'
import type { Database, Schema } from '../server/schema.ts'
import { makeNetwork } from './network.ts'
import { say } from './table.ts'

// How the embedded database answers the hot queries: its own plan for each, on a network that has
// been analyzed. docs/query-plans.md keeps a copy.

export async function printPlans(posts = 20_000) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  try {
    const size = { members: 2_500, posts, readers: [500], comments: 10_000 }
    const [viewer = ''] = await makeNetwork(folder, size)
    const file = join(folder, 'snug.db')
    const db: Database = new Kysely<Schema>({
      dialect: sqliteDialect(file),
      log: ({ query }) => {
        asked.push(query)
      },
    })
    const page = { before: LAST_ID, limit: 11, offset: 0 }
    const plain = new DatabaseSync(file)
    const plansOf = async (title: string, run: () => Promise<unknown>) => {
      asked.length = 0
      await run()
      say(`\n## ${title}\n`)
      for (const query of asked) printPlan(plain, query.sql, query.parameters)
    }
    await plansOf('Who is asking', () => findLiveSession(db, viewer, 0))
    await plansOf('The friends feed', () => friendsFeed(db, viewer, page))
    await plansOf('The public feed', () => publicFeed(db, viewer, page))
    const ids = (await publicFeed(db, viewer, page)).map(({ id }) => id)
    await plansOf('The cards that are not kept', () => readCards(db, ids.slice(0, 10)))
    await plansOf('A post to act upon', () => findVisiblePost(db, viewer, ids[0] ?? ''))
    await plansOf('Comments of a post with 10,000', () =>
      newestComments(db, ids[0] ?? '', null, 50),
    )
    await plansOf('A new post enters the feeds', () => enterIntoFeeds(db, viewer))
    plain.close()
    await db.destroy()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Step {
  id: number
  parent: number
  detail: string
}

function printPlan(db: DatabaseSync, sql: string, parameters: readonly unknown[]) {
  const steps = db
    .prepare(`explain query plan ${sql}`)
    .all(...(parameters as SQLInputValue[])) as unknown as Step[]
  const depths = new Map<number, number>([[0, -1]])
  for (const { id, parent, detail } of steps) {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    say(`${'  '.repeat(depth)}- ${detail}`)
  }
}
