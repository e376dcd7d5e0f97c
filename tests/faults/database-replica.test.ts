import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Postgres } from '../../scripts/postgres.ts'
import type { Schema } from '../../server/schema.ts'
import {
  connectTo,
  newDatabase,
  openPostgres,
  type Server,
  type SignedIn,
  signedIn,
  startServer,
  untilHealth,
} from './database-servers.ts'

// A real primary with a real replica. While replaying is paused the replica shows the past, as one
// that lags does.

let primary: Postgres
let replica: Postgres
beforeAll(async () => {
  primary = await openPostgres()
  replica = await primary.replicate()
})
afterAll(async () => {
  await replica.remove()
  await primary.remove()
})

let onPrimary: Kysely<Schema>
let onReplica: Kysely<Schema>
let server: Server
let ada: SignedIn
let ben: SignedIn
beforeEach(async () => {
  const url = await newDatabase(primary)
  const replicaUrl = new URL(new URL(url).pathname, replica.url).href
  onPrimary = connectTo(url)
  onReplica = connectTo(replicaUrl)
  server = await startServer({ DATABASE_URL: url, DATABASE_REPLICA_URLS: replicaUrl })
  await untilHealth(server, 200)
  const [first, second] = await signedIn(onPrimary, 2)
  if (!first || !second) throw new Error('Nobody is there.')
  ada = first
  ben = second
})
afterEach(async () => {
  await replica.start()
  await go('resume')
  await server.close()
  await onReplica.destroy()
  await onPrimary.destroy()
})

async function go(what: 'pause' | 'resume') {
  await sql`select ${sql.raw(`pg_wal_replay_${what}()`)}`.execute(onReplica)
  if (what === 'resume') return
  const isPaused = async () => {
    const { rows } = await sql<{
      state: string
    }>`select pg_get_wal_replay_pause_state() as state`.execute(onReplica)
    return rows[0]?.state
  }
  await expect.poll(isPaused).toBe('paused')
}

/** When a page of posts was last read there; 0 for never. A page ends with one of two queries. */
async function lastPage(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select extract(epoch from max(query_start)) as at from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
    and (query like '%"posts"."version"%' or query like 'select "blocked"."id"%')`.execute(db)
  return Number(rows[0]?.at ?? 0)
}

const post = async (as: SignedIn, text: string) => {
  const answer = await server.call('POST', '/posts', as.token, { form: { text } })
  expect(answer.status).toBe(201)
  return answer.body.post._id as string
}
let asked = 0
/**
 * Each time at an address of its own: one that was asked for before may be answered from memory.
 */
async function texts(as: SignedIn, path: string): Promise<string[]> {
  asked += 1
  const { status, body } = await server.call('GET', `${path}?asked=${asked}`, as.token)
  expect(status).toBe(200)
  return body.posts.map(({ text }: { text: string }) => text)
}

/** Reads a page and tells who read it. */
async function whoReads(as: SignedIn, path: string): Promise<'primary' | 'replica' | 'both'> {
  const before = [await lastPage(onPrimary), await lastPage(onReplica)] as const
  await texts(as, path)
  const wasPrimary = (await lastPage(onPrimary)) > before[0]
  const wasReplica = (await lastPage(onReplica)) > before[1]
  if (wasPrimary && wasReplica) return 'both'
  return wasReplica ? 'replica' : 'primary'
}

const untilReplicaReads = () => expect.poll(() => whoReads(ada, '/posts/public')).toBe('replica')

/** Reads one page after the other until it is stopped. */
function readOn(as: SignedIn) {
  let isReading = true
  let pages = 0
  let longestMs = 0
  async function read() {
    for (; isReading; await pause(5)) {
      const start = performance.now()
      await texts(as, '/posts/public')
      longestMs = Math.max(longestMs, performance.now() - start)
      pages += 1
    }
  }
  const reading = read()
  return {
    /** So many that they would take far too long, if each waited for a replica in vain. */
    async readsManyMore() {
      const before = pages
      await expect.poll(() => pages).toBeGreaterThan(before + 50)
    },
    longestMs: () => longestMs,
    async stop() {
      isReading = false
      await reading
    },
  }
}

it('reads the pages of members, and leaves nothing of them to the primary', async () => {
  await post(ben, 'Hello')
  await untilReplicaReads()
  for (const path of ['/posts/public', '/posts/friends', `/users/${ben.id}/posts`])
    expect(await whoReads(ada, path)).toBe('replica')
  expect(await texts(ada, '/posts/public')).toEqual(['Hello'])
})

it('is not asked while it lags behind what was written, by oneself or others', async () => {
  await post(ben, 'Before')
  await untilReplicaReads()
  await go('pause')
  await post(ada, 'Mine')
  await post(ben, 'Yours')
  expect(await texts(ada, '/posts/friends')).toEqual(['Mine'])
  expect(await texts(ada, '/posts/public')).toEqual(['Yours', 'Mine', 'Before'])
  expect(await texts(ada, `/users/${ada.id}/posts`)).toEqual(['Mine'])
  const ofReplica = await onReplica.selectFrom('posts').select('text').execute()
  expect(ofReplica.map(({ text }) => text)).toEqual(['Before'])
  await go('resume')
  await untilReplicaReads()
  expect(await texts(ada, '/posts/public')).toEqual(['Yours', 'Mine', 'Before'])
})

it('shows nothing of a member who turned private while it lags', async () => {
  const id = await post(ben, 'Hello')
  await server.call('POST', `/posts/${id}/comments`, ben.token, { body: { text: 'And this' } })
  await untilReplicaReads()
  await go('pause')
  const turned = await server.call('PUT', '/users/privacy', ben.token, {
    body: { isPrivate: true },
  })
  expect(turned.status).toBe(200)
  expect(await texts(ada, '/posts/public')).toEqual([])
  expect(await texts(ada, `/users/${ben.id}/posts`)).toEqual([])
  expect((await server.call('GET', `/posts/${id}/comments`, ada.token)).status).toBe(404)
  const ofReplica = await onReplica.selectFrom('posts').select('is_public').execute()
  expect(ofReplica).toEqual([{ is_public: 1 }])
})

it('shows nothing of a former friend while it lags', async () => {
  await server.call('PUT', '/users/privacy', ben.token, { body: { isPrivate: true } })
  await server.call('POST', `/users/friend-request/${ben.id}`, ada.token)
  await server.call('POST', `/users/friend-request/${ada.id}/accept`, ben.token)
  await post(ben, 'For friends')
  await untilReplicaReads()
  expect(await texts(ada, '/posts/friends')).toEqual(['For friends'])
  await go('pause')
  expect((await server.call('DELETE', `/users/friend/${ada.id}`, ben.token)).status).toBe(200)
  expect(await texts(ada, '/posts/friends')).toEqual([])
  expect(await texts(ada, `/users/${ben.id}/posts`)).toEqual([])
})

it('costs a moment when it dies, and is used again when it is back', async () => {
  await post(ben, 'Hello')
  await untilReplicaReads()
  const reader = readOn(ada)
  await reader.readsManyMore()
  await replica.kill()
  await expect.poll(server.output).toContain('a replica is not used until it is well')
  await reader.readsManyMore()
  await reader.stop()
  await post(ben, 'Meanwhile')
  expect(await texts(ada, '/posts/public')).toEqual(['Meanwhile', 'Hello'])
  await replica.start()
  await untilReplicaReads()
})

it('costs one wait when it hangs', async () => {
  await post(ben, 'Hello')
  await untilReplicaReads()
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(onReplica)
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const { pid } of rows) process.kill(pid, name)
  }
  signal('SIGSTOP')
  try {
    const reader = readOn(ada)
    await expect.poll(reader.longestMs).toBeGreaterThan(1_500)
    await reader.readsManyMore()
    await reader.stop()
  } finally {
    signal('SIGCONT')
  }
})

it('is waited for by nobody when the server starts without it', async () => {
  const url = await newDatabase(primary)
  // Nobody listens there; what a killed replica leaves behind may take a connection and say
  // nothing.
  const missing = Object.assign(new URL(url), { port: '1' })
  const alone = await startServer({ DATABASE_URL: url, DATABASE_REPLICA_URLS: missing.href })
  await untilHealth(alone, 200)
  await expect.poll(() => alone.output()).toContain('ECONNREFUSED')
  await alone.close()
})

it('is not used when it is none, or has another database', async () => {
  const url = await newDatabase(primary)
  const urls = `${url},${replica.url}`
  const alone = await startServer({ DATABASE_URL: url, DATABASE_REPLICA_URLS: urls })
  await untilHealth(alone, 200)
  await expect.poll(() => alone.output()).toContain('It is no replica.')
  await expect.poll(() => alone.output()).toContain('It has another database.')
  await alone.close()
})
