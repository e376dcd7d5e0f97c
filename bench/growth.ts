import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Id } from '../server/platform/ids.ts'
import { cpuMicros } from './cpu-usage.ts'
import { median } from './http-load.ts'
import { makeNetwork } from './network/network.ts'
import { addOtherTables, LAST_THEME } from './network/other-tables.ts'
import { type RunningServer, startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// How what is read grows with the community: each route's processor time on a large network beside
// a small one with the same reader, the same rooms and a post as much talked about.

const SMALL = 10_000
const POSTS_PER_MEMBER = 10
const FRIENDS = 500
const COMMENTS = 2_000
const ROUNDS = 7
const READS_PER_ROUND = 30
const AIM = 1.3
const NAME_WIDTH = 46
/** What is asked at an address this long is not kept, so that each answer is read. */
const NOT_KEPT = `unkept=${'x'.repeat(200)}`

/** What the addresses name; all of it is the reader's to see. Text, where they are only told. */
interface Places {
  /** A friend of the reader, with more than a page of posts. */
  friend: Id | ':friend'
  /** The newest public post, with many comments, and those before it. */
  post: Id | ':post'
  posts: string
  space: Id | ':space'
}
const TOLD: Places = { friend: ':friend', post: ':post', posts: ':posts', space: ':space' }

const ROUTES: ((places: Places) => string)[] = [
  () => '/users/user',
  () => '/community',
  () => '/posts/friends',
  () => '/posts/friends?page=3',
  () => '/posts/public',
  () => '/posts/public?page=3',
  () => `/posts/themes/${LAST_THEME}`,
  ({ posts }) => `/posts/cards?ids=${posts}`,
  ({ post }) => `/posts/${post}`,
  ({ post }) => `/posts/${post}/comments`,
  ({ friend }) => `/users/${friend}/profile`,
  ({ friend }) => `/users/${friend}/posts`,
  ({ friend }) => `/users/${friend}/images`,
  ({ friend }) => `/users/me/as/${friend}/posts`,
  () => '/users/friends',
  () => '/users/friend-requests',
  () => '/users/friend-counts',
  () => '/users/squad',
  () => '/users/blocked',
  () => '/users/muted',
  () => '/users/all',
  () => '/users/all?page=20',
  () => '/users/search?q=member_7',
  () => '/users/search?q=tea7',
  () => '/users/mentionable?q=member_7&audience=profile',
  () => '/users/sessions',
  () => '/users/privacy',
  () => '/notifications',
  () => '/notifications/count',
  () => '/spaces',
  () => '/spaces?search=space+77',
  () => '/spaces/my-spaces',
  () => '/spaces/rooms',
  ({ space }) => `/spaces/${space}`,
  ({ space }) => `/spaces/${space}/messages`,
  ({ space }) => `/spaces/${space}/messages/search?q=tea7`,
  () => '/conversations',
  () => '/conversations/count',
  () => '/join-requests/my-requests',
  () => '/invites',
  () => '/posts',
  () => '/posts?page=3',
  () => '/all?page=1',
  () => '/all?page=1&q=member_7',
  () => '/all?page=1&only=suspended',
  ({ friend }) => `/admin/user/${friend}`,
  () => '/admin/stats',
  () => '/admin/waiting',
  () => '/admin/acts',
  () => '/admin/mails',
  () => '/admin/reports',
  () => '/admin/suspensions',
]

/** `posts` sets the size of the large network. */
export async function benchGrowth(posts = 1_000_000) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  try {
    const small = await openNetwork(join(folder, 'small'), SMALL)
    const large = await openNetwork(join(folder, 'large'), posts)
    print(`\nmedian CPU µs of a read, in turns, ${ROUNDS} rounds of ${READS_PER_ROUND}`)
    const [few, many] = [SMALL, posts].map((count) => `${count / 1_000}k posts`)
    print(row(' '.repeat(NAME_WIDTH), few ?? '', many ?? '', `growth (${AIM})`, 'bytes'))
    for (const route of ROUTES) await compare(route, small, large)
    await compareMetrics(small, large)
    await small.server.stop()
    await large.server.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface OpenNetwork {
  server: RunningServer
  headers: Record<string, string>
  places: Places
}

async function openNetwork(dataDir: string, posts: number): Promise<OpenNetwork> {
  print(`Making a network of ${posts.toLocaleString('en')} posts …`)
  const members = posts / POSTS_PER_MEMBER
  let space: Id = 0
  const size = { members, posts, readers: [FRIENDS], comments: COMMENTS }
  const [reader = 0] = await makeNetwork(dataDir, size, (network) => {
    space = addOtherTables(network)
    network.db.prepare('update users set is_admin = 1 where id = ?').run(network.members[0] ?? 0)
    // The server would send them meanwhile.
    network.db.exec('delete from mail_outbox')
  })
  const [token = ''] = await tokensOf(dataDir, [reader])
  const server = await startSnug(dataDir)
  return {
    server,
    headers: { 'x-auth-token': token },
    places: { ...findPlaces(dataDir, reader), space },
  }
}

function findPlaces(dataDir: string, reader: Id): Omit<Places, 'space'> {
  using db = new DatabaseSync(join(dataDir, 'snug.db'), { readOnly: true })
  const friend = db
    .prepare(
      `select friend_id from friendships join users on users.id = friend_id
       where user_id = ? and is_private = 0 and suspended_until is null
         and (select count(*) from posts where author_id = friend_id) between 11 and 12
       order by friend_id limit 1`,
    )
    .get(reader)
  const newest = db.prepare('select id from posts where is_public = 1 order by id desc limit 10')
  const posts = newest.all().map(({ id }) => Number(id))
  return { friend: Number(friend?.friend_id), post: posts[0] ?? 0, posts: posts.join(',') }
}

async function compare(route: (places: Places) => string, small: OpenNetwork, large: OpenNetwork) {
  const few: Read[] = []
  const many: Read[] = []
  // The first round compiles what they run.
  for (let round = 0; round <= ROUNDS; round++) {
    few.push(await read(small, route, READS_PER_ROUND))
    many.push(await read(large, route, READS_PER_ROUND))
  }
  tell(route(TOLD), few.slice(1), many.slice(1))
}

/** These are asked for anew every 15 seconds at most. */
const METRICS_AFTER_MS = 15_500
const METRICS_ROUNDS = 3

async function compareMetrics(small: OpenNetwork, large: OpenNetwork) {
  const few: Read[] = []
  const many: Read[] = []
  for (let round = 0; round <= METRICS_ROUNDS; round++) {
    await new Promise((resolve) => setTimeout(resolve, METRICS_AFTER_MS))
    // The first loads what writes them.
    few.push(await read(small, () => '/metrics', 1))
    many.push(await read(large, () => '/metrics', 1))
  }
  tell('/metrics', few.slice(1), many.slice(1))
}

interface Read {
  micros: number
  bytes: number
}

async function read(
  { server, headers, places }: OpenNetwork,
  route: (places: Places) => string,
  times: number,
): Promise<Read> {
  const path = route(places)
  const url = `${server.url}/api${path}${path.includes('?') ? '&' : '?'}${NOT_KEPT}`
  const before = cpuMicros(server.pid)
  let bytes = 0
  for (let count = 0; count < times; count++) {
    const answer = await fetch(url, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    bytes = (await answer.arrayBuffer()).byteLength
  }
  return { micros: (cpuMicros(server.pid) - before) / times, bytes }
}

/** An answer that says more takes longer, too: its bytes stand beside it. */
function tell(name: string, few: Read[], many: Read[]) {
  const [small = 0, large = 0] = [few, many].map((reads) => median(reads.map((one) => one.micros)))
  const growth = large / small
  const told = `${growth > AIM ? '← ' : ''}${growth.toFixed(2)}`
  const bytes = [few, many].map((reads) => reads[0]?.bytes).join(' → ')
  print(row(name.padEnd(NAME_WIDTH), small.toFixed(0), large.toFixed(0), told, `  ${bytes}`))
}
