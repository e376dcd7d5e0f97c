import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type CompiledQuery, type Dialect, Kysely } from 'kysely'
import { findPostgres, startPostgres } from '../scripts/postgres.ts'
import { postgresDialect } from '../server/platform/database/postgres-dialect.ts'
import { sqliteDialect } from '../server/platform/database/sqlite-dialect.ts'
import { LAST_ID, publicFeed } from '../server/posts/feed-queries.ts'
import type { Database, Schema } from '../server/schema.ts'
import { type Asked, HOT_QUERIES, type HotQuery } from './hot-queries.ts'
import { copyToPostgres } from './network/copy-to-postgres.ts'
import { makeNetwork } from './network/network.ts'
import { addOtherTables } from './network/other-tables.ts'
import { openPlans } from './postgres-plans.ts'
import { print } from './table.ts'

// How both databases answer the hot queries: their own plans, on a network that has been
// analyzed. docs/query-plans.md keeps a copy. Where PostgreSQL reads a table through, or more rows
// than a query may, the run fails.

export async function printPlans(posts = 100_000) {
  await using given = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  given.defer(() => rm(folder, { recursive: true, force: true }))
  let busySpace = ''
  const size = { members: posts / 5, posts, readers: [500], comments: 10_000 }
  const [viewer = ''] = await makeNetwork(folder, size, (network) => {
    busySpace = addOtherTables(network)
  })
  const file = join(folder, 'snug.db')
  print(`# The embedded database, ${posts.toLocaleString('en')} posts`)
  const asked = await onSqlite(file, viewer, busySpace)
  const programs = findPostgres()
  if (!programs) return print('\nThere is no PostgreSQL here to ask.')
  const postgres = given.adopt(await startPostgres(programs), (it) => it.remove())
  await onPostgres(await copyToPostgres(folder, postgres.url, 'plans'), asked)
}

async function onSqlite(file: string, viewer: string, busySpace: string): Promise<Asked> {
  const [db, queries] = listening(sqliteDialect(file))
  const asked = await whatIsAsked(db, viewer, busySpace)
  const plain = new DatabaseSync(file)
  for (const [title, run] of HOT_QUERIES) {
    await withoutTrace(db, queries, (trx) => run(trx, asked))
    print(`\n## ${title}\n`)
    for (const query of queries) printPlan(plain, query)
  }
  plain.close()
  await db.destroy()
  return asked
}

async function onPostgres(url: string, asked: Asked) {
  const [db, queries] = listening(postgresDialect({ url }))
  const plans = await openPlans(url)
  print(`\n# PostgreSQL\n\n| query | read by | rows | pages | ms |\n|---|---|---|---|---|`)
  const problems: string[] = []
  for (const hot of HOT_QUERIES) {
    await withoutTrace(db, queries, (trx) => hot[1](trx, asked))
    problems.push(...(await lookAt(plans, hot, [...queries])))
  }
  const sizes = (await plans.bytesOfRows()).map(({ name, bytes }) => `${name} ${Math.round(bytes)}`)
  print(`\nBytes of a row, with its indexes: ${sizes.join(', ')}.`)
  await plans.close()
  await db.destroy()
  print(problems.length === 0 ? '\nNo query reads a table through.' : `\n${problems.join('\n')}`)
  if (problems.length > 0) process.exitCode = 1
}

const PAGE_ROWS = 2_500

async function lookAt(
  plans: Awaited<ReturnType<typeof openPlans>>,
  [title, , rowsMax = PAGE_ROWS]: HotQuery,
  queries: CompiledQuery[],
): Promise<string[]> {
  const { readBy, rows, pages, ms, scanned } = await plans.explain(queries)
  print(`| ${title} | ${readBy.join(', ')} | ${rows} | ${pages} | ${ms.toFixed(1)} |`)
  return [
    ...scanned.map((table) => `${title}: reads ${table} through.`),
    ...(rows > rowsMax ? [`${title}: looks at ${rows} rows, of at most ${rowsMax}.`] : []),
  ]
}

/** A database, and what it was asked since the list was emptied. */
function listening(dialect: Dialect): [Database, CompiledQuery[]] {
  const queries: CompiledQuery[] = []
  const log = ({ query }: { query: CompiledQuery }) => void queries.push(query)
  return [new Kysely<Schema>({ dialect, log }), queries]
}

/** Notes what is asked, and takes back what it changed. */
async function withoutTrace(
  db: Database,
  queries: CompiledQuery[],
  run: (trx: Database) => Promise<unknown>,
) {
  const trx = await db.startTransaction().execute()
  queries.length = 0
  await run(trx)
  const asked = [...queries]
  await trx.rollback().execute()
  queries.splice(0, queries.length, ...asked)
}

async function whatIsAsked(db: Database, viewer: string, busySpace: string): Promise<Asked> {
  const page = await publicFeed(db, viewer, { before: LAST_ID, limit: 10, offset: 0 })
  const posts = db.selectFrom('posts').select(['id', 'author_id']).limit(1)
  const own = await posts.where('author_id', '=', viewer).executeTakeFirstOrThrow()
  const others = await posts.where('author_id', '<>', viewer).executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const half = posts.orderBy('id').offset(Math.floor(count / 2))
  const middle = await half.executeTakeFirstOrThrow()
  const { id: message } = await db
    .selectFrom('space_messages')
    .select('id')
    .where('space_id', '=', busySpace)
    .where('seq', '=', 25_000)
    .executeTakeFirstOrThrow()
  const members = await db.selectFrom('users').select('id').limit(20).execute()
  return {
    middle: middle.id,
    ...{ viewer, other: others.author_id, ownPost: own.id, busySpace, message },
    members: members.map(({ id }) => id),
    posts: page.map(({ id }) => id),
  }
}

interface Step {
  id: number
  parent: number
  detail: string
}

function printPlan(db: DatabaseSync, { sql, parameters }: CompiledQuery) {
  const steps = db
    .prepare(`explain query plan ${sql}`)
    .all(...(parameters as SQLInputValue[])) as unknown as Step[]
  const depths = new Map<number, number>([[0, -1]])
  for (const { id, parent, detail } of steps) {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    print(`${'  '.repeat(depth)}- ${detail}`)
  }
}
