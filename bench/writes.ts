import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Id } from '../server/platform/ids.ts'
import { cpuMicros } from './cpu-usage.ts'
import { median } from './http-load.ts'
import { idAt, START, YEAR_MS } from './network/ids.ts'
import { makeNetwork, type Network } from './network/network.ts'
import { type RunningServer, startBareWriter, startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// What the acts of members cost, and what they read beside them: the server's processor time for
// one, asked one after the other and several at once, how often a bare route that writes one row
// could have done so meanwhile, and how long the event loop stood still at the longest. Who writes
// alone pays the whole of a commit and a flush, which several at once share.

const AUTHORS = [10, 500, 2_000]
const AT_ONCE = [1, 8]
const ROUNDS = 7
const EACH = 200
const COMMENTS = 60
const NEWS = 60
/** The meter of the event loop looks so often; it is in all that it says. */
const LOOK_EVERY_MS = 10

/** The limit: the row that all others are divided by. */
const BARE = 'bare write of a row'
/** The same with a flush that is shared, and beside the event loop, as ours is. */
const GROUPED = 'bare write, flushes shared'

type Send = (index: number) => Promise<Response>

/** `posts`: how large the network is. */
export async function benchWrites(posts = 50_000) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  try {
    print(`Making a network of ${posts.toLocaleString('en')} posts …`)
    const members = Math.max(2_500, Math.round(posts / 50))
    let post: Id = 0
    const authors = await makeNetwork(
      folder,
      { members, posts, readers: AUTHORS, comments: 0 },
      (network) => {
        post = addTalk(network)
      },
    )
    const tokens = await tokensOf(folder, authors)
    const server = await startSnug(folder)
    const bare = await startBareWriter(folder)
    const grouped = await startBareWriter(folder, 'grouped')
    await compare([
      { name: BARE, server: bare, send: (index) => write(bare, index) },
      { name: GROUPED, server: grouped, send: (index) => write(grouped, index) },
      ...actsOf(server.url, tokens, post).map(([name, send]) => ({ name, server, send })),
    ])
    for (const running of [bare, grouped, server]) await running.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Act {
  name: string
  server: RunningServer
  send: Send
}

interface Taken {
  cpu: number[]
  held: number[]
}

async function compare(acts: Act[]) {
  const taken = new Map(acts.map(({ name }) => [name, AT_ONCE.map((): Taken => newTaken())]))
  // The first round warms everything up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const { name, server, send } of acts)
      for (const [place, atOnce] of AT_ONCE.entries()) {
        const { cpu, held } = (round > 0 && taken.get(name)?.[place]) || newTaken()
        await longestHold(server)
        const before = cpuMicros(server.pid)
        await sendAll(name, send, atOnce)
        cpu.push((cpuMicros(server.pid) - before) / EACH)
        held.push(await longestHold(server))
      }
  print(
    `\nOne after the other and ${AT_ONCE.at(-1)} at once, medians of ${ROUNDS} rounds of ${EACH}:`,
  )
  print(row('', ...AT_ONCE.flatMap((atOnce) => [`CPU µs, ${atOnce}`, 'of bare', 'held ms'])))
  const bare = taken.get(BARE) ?? []
  for (const [name, all] of taken) {
    const figures = all.flatMap(({ cpu, held }, place) => [
      median(cpu).toFixed(0),
      (median(cpu) / median(bare[place]?.cpu ?? [])).toFixed(2),
      Number.isNaN(median(held)) ? '–' : median(held).toFixed(1),
    ])
    print(row(name, ...figures))
  }
}

function newTaken(): Taken {
  return { cpu: [], held: [] }
}

/** So many at a time, each as soon as one before it was answered. */
async function sendAll(name: string, send: Send, atOnce: number) {
  let next = 0
  const sender = async () => {
    while (next < EACH) await answered(name, await send(next++))
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
}

async function answered(name: string, answer: Response) {
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
}

/** Since it was asked last, in ms; a bare server does not say. */
async function longestHold({ url }: RunningServer): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
  return seconds === undefined ? Number.NaN : Math.max(0, Number(seconds) * 1_000 - LOOK_EVERY_MS)
}

function write({ url }: RunningServer, index: number) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: `Measured ${index}` }),
  })
}

function actsOf(url: string, [token = '', ...others]: string[], post: Id): [string, Send][] {
  const call = (as: string, method: string, path: string, body?: FormData | object) => {
    const headers = { 'x-auth-token': as }
    if (body instanceof FormData) return fetch(`${url}/api${path}`, { method, headers, body })
    const json = body && {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return fetch(`${url}/api${path}`, { method, headers, ...json })
  }
  const posting =
    (as: string): Send =>
    (index) => {
      const form = new FormData()
      form.set('text', `Measured ${index}`)
      return call(as, 'POST', '/posts', form)
    }
  const [second = '', third = ''] = others
  return [
    ['post, 10 friends', posting(token)],
    ['post, 500 friends', posting(second)],
    ['post, 2,000 friends', posting(third)],
    [
      'comment',
      (index) => call(token, 'POST', `/posts/${post}/comments`, { text: `No. ${index}` }),
    ],
    ['reaction', (index) => call(token, 'POST', `/posts/${post}/${index % 2 ? 'unlike' : 'like'}`)],
    ['vibe', () => call(token, 'POST', `/posts/${post}/vibes`, { emoji: '🫖' })],
    ['post page', () => call(token, 'GET', `/posts/${post}`)],
    ['its comments', () => call(token, 'GET', `/posts/${post}/comments`)],
    ['notifications', () => call(token, 'GET', '/notifications')],
    ['unread count', () => call(token, 'GET', '/notifications/count')],
  ]
}

/** Comments of a post of the first member's, and as much news for them. Returns the post. */
function addTalk({ db, members, posts }: Network): Id {
  const [first = 0, ...others] = members
  const post = posts.findLast(({ author }) => author === first) ?? posts.at(-1)
  const postId = post?.id ?? 0
  db.prepare('update posts set author_id = ?, comment_count = comment_count + ? where id = ?').run(
    first,
    COMMENTS,
    postId,
  )
  const comment = db.prepare(
    'insert into comments (id, post_id, author_id, text, created_at) values (?, ?, ?, ?, ?)',
  )
  for (let index = 0; index < COMMENTS; index++)
    comment.run(
      idAt(START + YEAR_MS * 1.1 + index, index),
      postId,
      others[index] ?? first,
      'How good to read this.',
      START,
    )
  const news = db.prepare(
    `insert into notifications (id, user_id, kind, params, sender_id, is_read, created_at)
     values (?, ?, 'friend_accepted', '{}', ?, ?, ?)`,
  )
  for (let index = 0; index < NEWS; index++)
    news.run(idAt(START + index, index), first, others[index] ?? first, index % 2, START)
  return postId
}
