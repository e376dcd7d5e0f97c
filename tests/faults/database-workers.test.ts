import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { childrenOf, type Postgres } from '../../scripts/postgres.ts'
import type { TestRedis } from '../../scripts/redis.ts'
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
import { openRedis } from './redis-servers.ts'

/** Asked without one, those that are to start have no processor. */
const BREATH_MS = 5

let postgres: Postgres
let redis: TestRedis
beforeAll(async () => {
  postgres = await openPostgres()
  redis = await openRedis()
})
afterAll(async () => {
  await redis.remove()
  await postgres.remove()
})

let db: Kysely<Schema>
let server: Server
let member: SignedIn
let environment: (dataDir?: string) => Record<string, string>
beforeEach(async () => {
  const url = await newDatabase(postgres)
  db = connectTo(url)
  environment = (DATA_DIR) => ({
    ...{ DATABASE_URL: url, REDIS_URL: redis.url, WORKERS: '2' },
    ...(DATA_DIR ? { DATA_DIR } : {}),
  })
  server = await startServer(environment())
  await untilHealth(server, 200)
  const [first] = await signedIn(db, 1)
  if (!first) throw new Error('Nobody is there.')
  member = first
  await expect.poll(server.output).toContain('Snug is ready at')
})
afterEach(async () => {
  await server.close()
  await db.destroy()
})

const processes = () => childrenOf(server.process.pid ?? 0)
const said = (line: string) => server.output().split(line).length - 1

/**
 * Asks all the time, each time by a new connection, and keeps every status; the others breathe
 * between.
 */
function askOnAndOn() {
  const statuses: (number | string)[] = []
  let isAsking = true
  async function ask() {
    while (isAsking) {
      statuses.push(await statusOf(`${server.origin}/api/users/user`, member.token))
      await pause(BREATH_MS)
    }
  }
  const asking = Promise.all([ask(), ask(), ask()])
  return {
    statuses,
    async stop() {
      isAsking = false
      await asking
      return statuses
    },
  }
}

/** By a connection of its own, which no process may close under it. */
function statusOf(url: string, token: string): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const options = { agent: false as const, headers: { 'x-auth-token': token } }
  const request = get(url, options, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
  request.on('error', (error) => resolve(error.message))
  return promise
}

it('starts a process again that was killed, and serves meanwhile', async () => {
  const pids = processes()
  expect(pids).toHaveLength(2)
  process.kill(pids[0] ?? 0, 'SIGKILL')
  await expect.poll(server.output).toContain('A process ended')
  expect(await server.health()).toBe(200)
  await expect.poll(processes).toHaveLength(2)
  expect(processes()).not.toContain(pids[0])
  expect(server.process.exitCode).toBeNull()
})

it('replaces every process without dropping a request', async () => {
  const before = processes()
  const asking = askOnAndOn()
  server.process.kill('SIGHUP')
  await expect.poll(() => said('Every process was replaced.')).toBe(1)
  const asked = asking.statuses.length
  await expect.poll(() => asking.statuses.length).toBeGreaterThan(asked + 20)
  const statuses = await asking.stop()
  expect([...new Set(statuses)]).toEqual([200])
  const after = processes()
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

it.each(['first', 'second'])(
  'is as many as before where the %s dies while they are replaced',
  async (which) => {
    const before = processes()
    server.process.kill('SIGHUP')
    await expect.poll(() => processes().length).toBe(3)
    killIfThere(before[which === 'first' ? 0 : 1] ?? 0)
    await expect.poll(() => said('Every process was replaced.')).toBe(1)
    await expect.poll(processes).toHaveLength(2)
    expect(processes().filter((pid) => before.includes(pid))).toEqual([])
    // None where this process had to wait until the old one was replaced.
    expect(said('A process ended')).toBeLessThan(2)
  },
)

it('says that it is ready where each process ended once before', async () => {
  await server.close()
  server = await startServer(environment())
  await expect.poll(processes).toHaveLength(2)
  for (const pid of processes()) killIfThere(pid)
  await expect.poll(() => said('A process ended')).toBe(2)
  await expect.poll(server.output).toContain('Snug is ready at')
  expect([said('A process ended'), said('Snug is ready at')]).toEqual([2, 1])
})

it('goes on serving where another process cannot start, and starts it once it can', async () => {
  const before = processes()
  // As where a later version was here: no process of this one starts on it.
  const later = { name: '9999-later', timestamp: new Date().toISOString() }
  await sql`insert into kysely_migration values (${later.name}, ${later.timestamp})`.execute(db)
  server.process.kill('SIGHUP')
  await expect.poll(() => said('The next process could not start')).toBe(1)
  expect(processes()).toEqual(before)
  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect.poll(() => said('A process ended (78)')).toBeGreaterThan(1)
  expect([await server.health(), server.process.exitCode]).toEqual([200, null])
  await sql`delete from kysely_migration where name = ${later.name}`.execute(db)
  await expect.poll(() => processes().length, { timeout: 60_000 }).toBe(2)
  expect(processes()).toContain(before[1])
})

it('lets no other server into its data folder, and is one server itself', async () => {
  const other = await startServer(environment(server.dataDir))
  await expect.poll(() => other.process.exitCode).toBe(1)
  expect(other.output()).toContain(`Snug is running on ${server.dataDir} already.`)
  expect(await server.health()).toBe(200)
  await other.close()
})

it('stops as one, and ends with 0', async () => {
  server.process.kill('SIGTERM')
  await expect.poll(() => server.process.exitCode).toBe(0)
  expect([said('Stopping:'), said('Stopped.')]).toEqual([1, 1])
})

it('says to the others that it leaves, although something keeps it from ending', async () => {
  await server.close()
  const sending = Promise.withResolvers<void>()
  // It greets, and answers nothing after that.
  const mailServer = createServer((socket) => {
    socket.on('error', () => {}).write('220 here\r\n')
    sending.resolve()
  }).listen(0, '127.0.0.1')
  await once(mailServer, 'listening')
  const { port } = mailServer.address() as AddressInfo
  server = await startServer({ ...environment(), SMTP_URL: `smtp://127.0.0.1:${port}` })
  await untilHealth(server, 200)
  await expect.poll(server.output).toContain('Snug is ready at')
  await server.call('POST', '/users/forgot-password', '', { body: { email: member.email } })
  await sending.promise
  const toldAt = Date.now()
  server.process.kill('SIGTERM')
  await expect.poll(() => server.process.exitCode).toBe(0)
  const reader = new Redis(redis.url)
  const [stream = ''] = await reader.keys('snug:*:events')
  const entries = await reader.xrange(stream, toldAt, '+')
  const leaving = entries.flatMap(([, [, from, , type]]) => (type === 'leave' ? [from] : []))
  expect(new Set(leaving).size).toBe(2)
  reader.disconnect()
  mailServer.close()
})

it('says why it cannot start, and ends', async () => {
  await server.close()
  const wrong = new URL('/nowhere', postgres.url).href
  server = await startServer({ DATABASE_URL: wrong, REDIS_URL: redis.url, WORKERS: '2' })
  await expect.poll(() => server.process.exitCode).toBe(1)
  expect(server.output()).toContain('there is no database "nowhere".\n')
})

/** It may have been replaced before this process had its turn. */
function killIfThere(pid: number): void {
  if (processes().includes(pid)) process.kill(pid, 'SIGKILL')
}
