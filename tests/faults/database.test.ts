import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type TestContext,
} from 'vitest'
import { NOT_READY } from '../../contract/errors.ts'
import type { Postgres } from '../../scripts/postgres.ts'
import { makeMailedLink } from '../../server/accounts/mailed-links.ts'
import { LocalBus } from '../../server/realtime/bus.ts'
import type { Schema } from '../../server/schema.ts'
import {
  type Answer,
  connectTo,
  newDatabase,
  openPostgres,
  type Server,
  type SignedIn,
  signedIn,
  startServer,
  untilHealth,
} from './database-servers.ts'

// PostgreSQL goes and comes back under servers that are written to. SNUG_TEST_IDLE=1 makes it the
// run for a machine that does nothing else: only then the time of a return says something.

const IS_IDLE = Boolean(process.env.SNUG_TEST_IDLE)
const READY_WITHIN_MS = IS_IDLE ? 5_000 : 60_000

let postgres: Postgres
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(() => postgres.remove())

let url: string
let db: Kysely<Schema>
let servers: Server[]
beforeEach(async () => {
  url = await newDatabase(postgres)
  db = connectTo(url)
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await db.destroy()
})

async function start(environment: Record<string, string> = {}): Promise<Server> {
  const server = await startServer({ DATABASE_URL: url, ...environment })
  servers.push(server)
  return server
}

async function startReady(): Promise<Server> {
  const server = await start()
  await untilHealth(server, 200)
  return server
}

describe.each(['stop', 'kill'] as const)('a %s of PostgreSQL under load', (end) => {
  it('is answered with 503 and costs nothing that was acknowledged', async ({ annotate }) => {
    const server = await startReady()
    const writers = await signedIn(db, 8)
    const load = writers.map((writer) => writeOn(server, writer))
    const kept = () => load.flatMap(({ acknowledged }) => acknowledged).length
    await expect.poll(kept).toBeGreaterThan(20)
    const before = kept()

    await postgres[end]()
    await untilHealth(server, 503)
    const refused = await server.call('GET', '/users/user', writers[0]?.token)
    expect(refused).toEqual({
      status: 503,
      body: { error: NOT_READY, msg: NOT_READY, message: NOT_READY },
    })
    const refusals = () => load.flatMap((writing) => writing.statuses).filter((it) => it === 503)
    const refusedBefore = refusals().length
    await expect.poll(() => refusals().length).toBeGreaterThan(refusedBefore + load.length)
    expect(server.process.exitCode).toBeNull()
    await postgres.start()
    await expectReadySoon(server, annotate)

    await expect.poll(kept).toBeGreaterThan(before + 20)
    const lists = await Promise.all(load.map((writing) => writing.stop()))
    const acknowledged = lists.flat()
    const rows = await db.selectFrom('posts').select('text').execute()
    const texts = rows.map(({ text }) => text)
    // What was never answered may be there or not; nothing is there twice.
    expect(new Set(texts).size).toBe(texts.length)
    expect(acknowledged.filter((text) => !texts.includes(text))).toEqual([])
    const statuses = new Set(load.flatMap((writing) => writing.statuses))
    expect([...statuses].toSorted()).toEqual([201, 503])
    expect(server.process.exitCode).toBeNull()
  })
})

/** From the moment at which PostgreSQL takes connections again. */
async function expectReadySoon(server: Server, annotate: TestContext['annotate']) {
  const waitedMs = await untilHealth(server, 200)
  await annotate(`ready after ${Math.ceil(waitedMs)} ms`)
  expect(waitedMs).toBeLessThan(READY_WITHIN_MS)
}

/** Posts one text after the other, each again under the same key until it is acknowledged. */
function writeOn(server: Server, writer: SignedIn) {
  const acknowledged: string[] = []
  const statuses: number[] = []
  let isStopping = false
  async function write() {
    for (let count = 0; !isStopping; count++) {
      const text = `${writer.email} ${count}`
      const headers = { 'idempotency-key': `key-${count}` }
      for (let isKept = false; !isKept && !isStopping; ) {
        const sent = await server.call('POST', '/posts', writer.token, { form: { text }, headers })
        statuses.push(sent.status)
        isKept = sent.status === 201
        if (isKept) acknowledged.push(text)
        else await pause(50)
      }
    }
  }
  const writing = write()
  return {
    acknowledged,
    statuses,
    async stop() {
      isStopping = true
      await writing
      return acknowledged
    },
  }
}

describe('a server that comes before its database', () => {
  it('answers 503 until the database is there, and goes on by itself', async ({ annotate }) => {
    await postgres.stop()
    const server = await start()
    await untilHealth(server, 503)
    await expect
      .poll(server.output)
      .toMatch(
        /waiting for the database at 127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\), for 5 minutes at most/,
      )
    expect(await server.health()).toBe(503)
    expect(server.process.exitCode).toBeNull()
    await postgres.start()
    await expectReadySoon(server, annotate)
  })

  it('says in one line that there is no such database, and ends', async () => {
    const server = await start({ DATABASE_URL: url.replace(/\w+$/, 'nowhere') })
    await expect.poll(() => server.process.exitCode).toBe(1)
    expect(server.output()).toBe('DATABASE_URL cannot be used: there is no database "nowhere".\n')
  })

  it('shares the first start with another: one migrates, both serve', async () => {
    const both = await Promise.all([start(), start(), start()])
    for (const server of both) await untilHealth(server, 200)
    const rows = await db.selectFrom('server_state').select('name').execute()
    expect(rows).toEqual([{ name: 'secret check' }])
  })
})

it('is not served with another secret, nor without the one it was used with', async () => {
  await untilHealth(await start(), 200)
  const SECRET_KEYS = ['6f'.repeat(32), '']
  for (const SECRET_KEY of SECRET_KEYS) {
    const server = await start({ SECRET_KEY })
    await expect.poll(() => server.process.exitCode).toBe(1)
    expect(server.output()).toMatch(/^The (database was used with another|secret this database).+/)
    expect(server.output().trim().split('\n')).toHaveLength(1)
  }
})

describe('two servers on one database', () => {
  let one: Server
  let other: Server
  beforeEach(async () => {
    one = await startReady()
    other = await startReady()
  })
  const either = (index: number) => (index % 2 === 0 ? one : other)
  const count = (answers: Answer[], status: number) =>
    answers.filter((answer) => answer.status === status).length

  /**
   * On a busy machine a hundred who wait for one row take longer than a server lets them wait: who
   * is told so asks again, as the client does.
   */
  async function untilDecided(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = await ask()
    return answer.status === 503 ? untilDecided(ask) : answer
  }

  it('let 50 of 100 in where there is room for 50', async () => {
    const [admin, ...guests] = await signedIn(db, 101)
    const body = { name: 'Garden', description: 'In the evening', maxMembers: 51 }
    const { body: space } = await one.call('POST', '/spaces', admin?.token, { body })
    const path = `/spaces/${space._id}/join`
    const answers = await Promise.all(
      guests.map((guest, index) =>
        untilDecided(() => either(index).call('POST', path, guest.token)),
      ),
    )
    expect([count(answers, 200), count(answers, 409)]).toEqual([50, 50])
    const { body: seen } = await other.call('GET', `/spaces/${space._id}`, admin?.token)
    expect(seen.memberCount).toBe(51)
  })

  it('make friends once, whoever accepts and asks at the same moment', async () => {
    const [ada, ...others] = await signedIn(db, 21)
    if (!ada) throw new Error('Nobody is there.')
    await Promise.all(
      others.flatMap((person) => [
        untilDecided(() => one.call('POST', `/users/friend-request/${ada.id}`, person.token)),
        untilDecided(() => other.call('POST', `/users/friend-request/${person.id}`, ada.token)),
      ]),
    )
    const accepts = await Promise.all(
      others.flatMap((person) =>
        [one, other].map((server) =>
          untilDecided(() =>
            server.call('POST', `/users/friend-request/${person.id}/accept`, ada.token),
          ),
        ),
      ),
    )
    expect(count(accepts, 200)).toBe(40)
    const rows = await db.selectFrom('friendships').selectAll().execute()
    expect(rows).toHaveLength(40)
    expect(await db.selectFrom('friend_requests').selectAll().execute()).toEqual([])
    const news = await db.selectFrom('notifications').select('user_id').execute()
    // Each was told once: whoever asked first, that it was accepted; the other, of the request.
    expect(news.length).toBeLessThanOrEqual(40)
  })

  it('give the same successor for a token, and one wins with a reset link', async () => {
    const [ada] = await signedIn(db, 1)
    if (!ada) throw new Error('Nobody is there.')
    const refreshed = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        either(index).call('POST', '/users/refresh-token', '', { body: { token: ada.token } }),
      ),
    )
    expect(count(refreshed, 200)).toBe(10)
    expect(new Set(refreshed.map(({ body }) => body.token)).size).toBe(1)

    const services = { db, bus: new LocalBus(), clock: Date.now }
    const secret = await makeMailedLink(services, ada.id, 'reset')
    const resets = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const body = { password: `Lanterns${index}!` }
        return either(index).call('POST', `/users/reset-password/${secret}`, '', { body })
      }),
    )
    expect([count(resets, 200), count(resets, 400)]).toEqual([1, 5])
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })
})
