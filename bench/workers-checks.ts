import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { FeedAnswer } from '../contract/posts.ts'
import { type ChatSpace, runChatLoad } from './chat-load.ts'
import type { RunningServer } from './servers.ts'

// Whether a server answers right, before anything of it is measured.

const FIELD_BREAK = 'snug-bench'
/** What every measured post consists of. */
export const POST_FORM = {
  headers: { 'content-type': `multipart/form-data; boundary=${FIELD_BREAK}` },
  body: formOf('Measured, and read by all who are friends of whoever says it.'),
}
const ASKED_TIMES = 8

/** Throws unless a post stands in its author's feed afterwards, whichever process is asked. */
export async function checkPosting(server: RunningServer, token: string) {
  const text = `Said at ${performance.now()}`
  const headers = { ...POST_FORM.headers, 'x-auth-token': token }
  const request = { method: 'POST', headers, body: formOf(text) }
  const answer = await fetch(`${server.url}/api/posts`, request)
  if (answer.status !== 201) throw new Error(`Posting was answered ${answer.status}.`)
  for (let asked = 0; asked < ASKED_TIMES; asked++) {
    // A connection of its own goes to the next process.
    const feed = await fetch(`${server.url}/api/posts/friends`, {
      headers: { 'x-auth-token': token, connection: 'close' },
    })
    const { posts } = (await feed.json()) as FeedAnswer
    if (posts[0]?.text !== text) throw new Error('A post is not in the feed it belongs to.')
  }
}

/** Throws unless a message in a space reaches its members on every process. */
export async function checkChat(server: RunningServer, spaces: ChatSpace[], workers: number) {
  const [first] = spaces
  if (!first) throw new Error('There is no space to send to.')
  const [, ...processes] = workers > 1 ? server.processes() : [0, server.pid]
  const port = Number(new URL(server.url).port)
  const holding = processes.filter((pid) => connectionsOf(pid, port) > 0)
  if (holding.length !== workers)
    throw new Error(`${holding.length} of ${workers} processes hold sockets.`)
  // Throws by itself when a socket misses a message.
  await runChatLoad(server.url, [first], { atOnce: workers * 2, seconds: 0.2 })
}

/** How many connections to the port a process holds. */
function connectionsOf(pid: number, port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  const fields = lines.map((line) => line.trim().split(/\s+/))
  const ESTABLISHED = '01'
  const ours = fields.filter(([, at, , state]) => at?.endsWith(local) && state === ESTABLISHED)
  const inodes = new Set(ours.map((columns) => `socket:[${columns[9]}]`))
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => inodes.has(linkOf(`${folder}/${name}`))).length
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function formOf(text: string): string {
  const field = `--${FIELD_BREAK}\r\ncontent-disposition: form-data; name="text"\r\n\r\n${text}`
  return `${field}\r\n--${FIELD_BREAK}--\r\n`
}
