import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { messageList } from '../../contract/space-messages.ts'
import { hasNginx, type ReverseProxy, startNginx } from '../../scripts/check/reverse-proxy.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { Postgres } from '../../scripts/postgres.ts'
import type { TestRedis } from '../../scripts/redis.ts'
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

// Two servers behind nginx, as docs/scaling.md sets them up, updated one after the other while
// members write and read. SNUG_TEST_ROLLS=3 restarts both three times.

const ROLLS = Number(process.env.SNUG_TEST_ROLLS) || 1
const WRITERS = 2
const READERS = 2
const EVERY_MS = 100

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

let folder: string
let servers: Server[]
let proxy: ReverseProxy
let members: SignedIn[]
let environment: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-rolling-'))
  const url = await newDatabase(postgres)
  environment = {
    ...{ DATABASE_URL: url, REDIS_URL: redis.url, TRUSTED_PROXIES: 'loopback' },
    PUBLIC_URL: 'https://snug.example.org',
  }
  const ports = [await freePort(), await freePort()]
  servers = await Promise.all(ports.map(startOn))
  for (const server of servers) await untilHealth(server, 200)
  const db = connectTo(url)
  members = await signedIn(db, WRITERS + READERS)
  await db.destroy()
  if (hasNginx) proxy = await startBefore(ports)
})
afterEach(async () => {
  if (hasNginx) await proxy.stop()
  for (const server of servers) await server.close()
  await rm(folder, { recursive: true, force: true })
})

const startOn = (port: number) => startServer({ ...environment, PORT: String(port) })

/** With the lines that the page gives in place of the one address of the released settings. */
async function startBefore(ports: number[], name = 'site'): Promise<ReverseProxy> {
  const page = await readFile('docs/scaling.md', 'utf8')
  const [, lines = ''] = /^```nginx\n([\s\S]*?)^```/m.exec(page) ?? []
  const [upstream = '', location = '', beside = ''] = lines.split(/^# and .*:\n/m)
  const released = await readFile('deploy/nginx.conf', 'utf8')
  const site = released
    .replace('location / {', `${beside}\n  location / {`)
    .replace('proxy_pass http://127.0.0.1:3000;', location)
  expect(site).not.toBe(released)
  const addressed = ports.reduce(
    (text, port, index) => text.replace(`10.0.0.${index + 1}:3000`, `127.0.0.1:${port}`),
    upstream,
  )
  const place = join(folder, name)
  const deploy = join(place, 'deploy')
  await mkdir(deploy, { recursive: true })
  await writeFile(join(deploy, 'nginx.conf'), `${addressed}\n${site}`)
  return startNginx({ folder: place, deploy, port: 0 })
}

/** What members did meanwhile. */
interface Evening {
  statuses: Record<number, number>
  acknowledged: string[]
  /** The longest from the answer to a writer until a reader had the message. */
  slowestMs: number
}

async function call(evening: Evening, method: string, path: string, token: string, body?: object) {
  const answer = await proxy.ask(`/api${path}`, {
    ...{ method, headers: { 'x-auth-token': token, 'content-type': 'application/json' } },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  evening.statuses[answer.status] = (evening.statuses[answer.status] ?? 0) + 1
  return { status: answer.status, text: answer.body.toString() }
}

it.runIf(hasNginx)(
  'an update of one after the other costs no message, and nobody sees more than a 503 that is tried again',
  { timeout: 120_000 + ROLLS * 120_000 },
  async ({ annotate }) => {
    const evening: Evening = { statuses: {}, acknowledged: [], slowestMs: 0 }
    const path = await openSpace(evening)
    let isOver = false
    const writers = members.slice(0, WRITERS).map(({ token }, index) => write(token, index))
    const readers = members.slice(WRITERS).map(({ token }) => read(token))
    const all = Promise.all([...writers, ...readers])
    // Told below, and not before the restarts have ended.
    all.catch(() => {})

    async function write(token: string, writer: number) {
      for (let count = 0; !isOver; count++) {
        const content = `${writer} says ${count}`
        const body = { content, clientId: `${writer}-${count}` }
        while ((await call(evening, 'POST', path, token, body)).status !== 201)
          await pause(EVERY_MS)
        evening.acknowledged.push(content)
        saidAt.set(content, performance.now())
        await pause(EVERY_MS)
      }
    }

    const saidAt = new Map<string, number>()
    async function read(token: string) {
      const seen = new Set<string>()
      let seq = 0
      while (!isOver || evening.acknowledged.some((content) => !seen.has(content))) {
        for (const { content, changeSeq } of await newerThan(evening, path, token, seq)) {
          seq = changeSeq
          const said = saidAt.get(content)
          seen.add(content)
          if (said === undefined) continue
          evening.slowestMs = Math.max(evening.slowestMs, performance.now() - said)
        }
        await pause(EVERY_MS)
      }
    }

    for (let roll = 0; roll < ROLLS; roll++)
      for (const [index, server] of servers.entries()) {
        await server.close()
        const next = await startOn(Number(new URL(server.origin).port))
        servers[index] = next
        await untilHealth(next, 200)
      }
    // However fast the servers came back.
    await expect.poll(() => evening.acknowledged.length).toBeGreaterThan(20)
    isOver = true
    await all
    await annotate(
      `${2 * ROLLS} restarts: ${JSON.stringify(evening.statuses)}, ${evening.acknowledged.length} messages, read after ${Math.round(evening.slowestMs)} ms at most`,
    )

    expect(
      Object.keys(evening.statuses).filter((status) => !/^20[01]$|^503$/.test(status)),
    ).toEqual([])
    const db = connectTo(environment.DATABASE_URL ?? '')
    const kept = await db.selectFrom('space_messages').select('content').execute()
    await db.destroy()
    const contents = kept.map(({ content }) => content).toSorted()
    expect(contents).toEqual(evening.acknowledged.toSorted())
  },
)

it.runIf(hasNginx)(
  'what one version of the page alone needs comes from whoever has it',
  async () => {
    const versions = ['one', 'other'].map((version) =>
      createServer((request, response) => {
        const hasIt = request.url === `/assets/${version}.js`
        response.writeHead(hasIt ? 200 : 404).end(version)
      }).listen(0, '127.0.0.1'),
    )
    await Promise.all(versions.map((server) => once(server, 'listening')))
    const ports = versions.map((server) => (server.address() as AddressInfo).port)
    const before = await startBefore(ports, 'versions')
    try {
      for (const version of ['one', 'other', 'one', 'other'])
        for (let visit = 0; visit < 3; visit++)
          expect((await before.ask(`/assets/${version}.js`)).body.toString()).toBe(version)
      expect((await before.ask('/assets/neither.js')).status).toBe(404)
    } finally {
      await before.stop()
      for (const server of versions) server.close()
    }
  },
)

/** A space with everybody in it. Returns the path of its messages. */
async function openSpace(evening: Evening): Promise<string> {
  const [founder, ...others] = members
  const wanted = { name: 'Garden', description: 'In the evening', maxMembers: 100 }
  const made = await call(evening, 'POST', '/spaces', founder?.token ?? '', wanted)
  const path = `/spaces/${JSON.parse(made.text)._id}`
  for (const { token } of others) await call(evening, 'POST', `${path}/join`, token)
  return `${path}/messages`
}

/** What came after the last change that was seen; nothing while there is no answer. */
async function newerThan(evening: Evening, path: string, token: string, seq: number) {
  const { status, text } = await call(evening, 'GET', `${path}?after=${seq}`, token)
  return status === 200 ? messageList.parse(JSON.parse(text)) : []
}
