import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, type Postgres, startPostgres } from '../scripts/postgres.ts'
import { findRedis, startRedis, type TestRedis } from '../scripts/redis.ts'
import type { Id } from '../server/platform/ids.ts'
import { measureBusCost } from './bus-cost.ts'
import { type ChatSpace, openChatSpaces } from './chat-load.ts'
import { type Engines, openCpuMeter } from './cpu-usage.ts'
import { cloneOnPostgres, copyToPostgres } from './network/copy-to-postgres.ts'
import { makeNetwork } from './network/network.ts'
import { addSpaces, type Seat } from './network/spaces.ts'
import { measureRateLimitCost } from './rate-limit-cost.ts'
import { startSnug, tokensOf } from './servers.ts'
import { print } from './table.ts'
import { checkChat, checkPosting } from './workers-checks.ts'
import { type Contender, compare } from './workers-loads.ts'

// What several processes on PostgreSQL and Redis carry, beside one process on the embedded
// database: the same network, the same loads, in turn.

const READERS = [10, 500]
const SPACES = 10
const SIZES = [2, 20]

interface TestNetwork {
  dataDir: string
  readers: Id[]
  seats: Seat[][]
}

/** `posts` sets the size of the network; each load runs `rounds` times for so many seconds. */
export async function benchWorkers(posts = 20_000, seconds = 4, rounds = 5) {
  const [programs, redisProgram] = [findPostgres(), findRedis()]
  if (!programs || !redisProgram)
    throw new Error('This bench needs PostgreSQL and Redis installed.')
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = resources.adopt(await startPostgres(programs, { isDurable: true }), removed)
  const redis = resources.adopt(await startRedis(redisProgram), removed)
  process.once('exit', () => void redis.kill())
  const network = await makeNetworkWithSpaces(join(folder, 'network'), posts)
  const sides = await openSides(resources, network, {
    postgresUrl: postgres.url,
    redisUrl: redis.url,
  })
  for (const side of sides) await check(side)
  print('Every server answers right: a post is in the feed, a message arrives on every process.')
  await compare(sides, seconds, rounds)
  const onOne = sides[1]
  if (!onOne) return
  await measureBusCost(redis.url, onOne.read)
  await measureRateLimitCost(redis.url, onOne.read)
}

const removed = (engine: Postgres | TestRedis) => engine.remove()

async function makeNetworkWithSpaces(dataDir: string, posts: number): Promise<TestNetwork> {
  print(`Making a network of ${posts.toLocaleString('en')} posts …`)
  const seats: Seat[][] = []
  const size = { members: 2_500, posts, readers: READERS, comments: 100 }
  const readers = await makeNetwork(dataDir, size, ({ db, members }) => {
    let from = READERS.length
    for (const [index, size] of SIZES.entries()) {
      const seated = members.slice(from, from + SPACES * size)
      seats.push(addSpaces(db, seated, SPACES, index * SPACES))
      from += seated.length
    }
  })
  return { dataDir, readers, seats }
}

async function openSides(resources: AsyncDisposableStack, network: TestNetwork, engines: Engines) {
  const { postgresUrl, redisUrl } = engines
  const one = await copyToPostgres(network.dataDir, postgresUrl, 'one')
  const two = await cloneOnPostgres(postgresUrl, 'one', 'two')
  const onPostgres = (name: string, DATABASE_URL: string, WORKERS: string) => {
    // No two servers may run on one folder.
    const there = { ...network, dataDir: `${network.dataDir}-${WORKERS}` }
    const settings = { DATABASE_URL, WORKERS, REDIS_URL: redisUrl }
    return openSide(resources, there, name, settings, engines)
  }
  return [
    await openSide(resources, network, 'embedded', {}),
    await onPostgres('PostgreSQL, 1 worker', one, '1'),
    await onPostgres('PostgreSQL, 2 workers', two, '2'),
  ]
}

async function openSide(
  resources: AsyncDisposableStack,
  { dataDir, readers, seats }: TestNetwork,
  name: string,
  environment: Record<string, string>,
  engines?: Engines,
): Promise<Contender> {
  await mkdir(dataDir, { recursive: true })
  const people = [...readers, ...seats.flat().map(({ member }) => member)]
  const tokens = await tokensOf(dataDir, people, environment.DATABASE_URL)
  const server = resources.adopt(await startSnug(dataDir, environment), (it) => it.stop())
  const spaces: ChatSpace[][] = []
  let from = readers.length
  for (const each of seats) {
    spaces.push(await openChatSpaces(server.url, each, tokens.slice(from, from + each.length)))
    from += each.length
  }
  const sockets = spaces.flat().flatMap((space) => space.sockets)
  resources.defer(() => {
    for (const socket of sockets) socket.terminate()
  })
  return { name, server, read: await openCpuMeter(server, engines), tokens, spaces }
}

async function check({ name, server, tokens, spaces }: Contender) {
  await checkPosting(server, tokens[0] ?? '')
  await checkChat(server, spaces[1] ?? [], name.endsWith('2 workers') ? 2 : 1)
}
