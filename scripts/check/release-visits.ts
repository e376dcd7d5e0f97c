import { brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { IMAGE_MAX_BYTES, IMAGES_MAX, IMAGES_MAX_BYTES, MESSAGES } from '../../contract/posts.ts'
import { REALTIME_PATH } from '../../contract/realtime.ts'
import type { ReverseProxy } from './reverse-proxy.ts'
import { ask, type Running, sayingMatch, type Trial } from './running-release.ts'

// What a proxy with the released settings passes on, and what it must not.

const LARGE_BYTES = 9_000_000
/** Long enough to be worth compressing. */
const TEXT = 'The first post. '.repeat(200)
const PRETENDED = '203.0.113.9'

interface Visit {
  token: string
  post: string
  server: Running | undefined
}

/** A large picture, which the page shows afterwards. Returns the number of the post. */
export async function postWithImage(trial: Trial, token: string): Promise<string> {
  const answer = await ask(trial, 201, '/api/posts', await formOf(token, [LARGE_BYTES]))
  const { post } = JSON.parse(String(answer.body))
  const image = /"(?:https:\/\/snug\.example\.org)?(\/media\/[^"]+)"/.exec(JSON.stringify(post))
  await ask(trial, 200, image?.[1] ?? '/media/none')
  return post._id
}

/**
 * Sockets, compressed answers, uploads and addresses of visitors, over HTTP/2. Throws what is
 * wrong.
 */
export async function tryProxy(proxy: ReverseProxy, visit: Visit): Promise<void> {
  const metrics = await proxy.ask('/api/metrics')
  requireWell(proxy, 'shows the metrics', metrics.status === 404)
  const socket = await proxy.openSocket(`/api${REALTIME_PATH}`)
  requireWell(proxy, `answers ${socket} to a socket`, socket === 101)
  await requireCompressed(proxy, visit)
  const largest = new Array<number>(IMAGES_MAX).fill(IMAGES_MAX_BYTES / IMAGES_MAX)
  const taken = await proxy.ask('/api/posts', await formOf(visit.token, largest))
  const isTaken = taken.status === 201
  requireWell(proxy, `answers ${taken.status} to the largest post: ${taken.body}`, isTaken)
  const form = await formOf(visit.token, [IMAGE_MAX_BYTES + 1])
  const { status, body } = await proxy.ask('/api/posts', form)
  const isRefused = status === 413 && String(body).includes(MESSAGES.imageTooLarge)
  requireWell(proxy, `answers ${status} to a picture that is too large: ${body}`, isRefused)
  for (const visitor of proxy.visitors) {
    const seen = await addressSeen(proxy, visit, visitor)
    requireWell(proxy, `takes ${visitor} for ${seen}`, seen === visitor)
  }
}

async function requireCompressed(proxy: ReverseProxy, { token, post }: Visit) {
  const headers = { 'x-auth-token': token, 'accept-encoding': 'gzip, br' }
  const answer = await proxy.ask(`/api/posts/${post}`, { headers })
  const encoding = answer.headers['content-encoding']
  requireWell(proxy, `compresses by ${encoding}`, encoding === 'br')
  // Once: what is inside is words.
  JSON.parse(String(brotliDecompressSync(answer.body)))
}

/** Where Snug believes a visitor to be who says that they are somebody else. */
async function addressSeen(proxy: ReverseProxy, { server }: Visit, visitor: string) {
  const headers = { 'x-forwarded-for': PRETENDED, 'x-real-ip': PRETENDED }
  const answer = await proxy.ask('/api/users/me', { headers }, visitor)
  const id = answer.headers['x-request-id']
  const lineOf = () => server?.said.find((line) => line.includes(`"reqId":"${id}"`)) ?? ''
  return sayingMatch(lineOf, /"network":"([^"]+)"/)
}

/** Pictures with nothing behind their end: as large as wanted, and decoded in a moment. */
async function formOf(token: string, sizes: number[]): Promise<RequestInit> {
  const background = '#c96442'
  const image = { create: { width: 1_600, height: 1_200, channels: 3, background } } as const
  const drawn = await sharp(image).jpeg().toBuffer()
  const body = new FormData()
  body.append('text', TEXT)
  for (const size of sizes) {
    const bytes = new Uint8Array(size)
    bytes.set(drawn)
    body.append('images', new Blob([bytes]), 'first.jpg')
  }
  return { method: 'POST', headers: { 'x-auth-token': token }, body }
}

function requireWell({ name }: ReverseProxy, problem: string, isWell: boolean) {
  if (!isWell) throw new Error(`${name} ${problem}.`)
}
