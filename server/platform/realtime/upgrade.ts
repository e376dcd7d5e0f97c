import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorBody, NOT_READY } from '../../../contract/errors.ts'
import { REALTIME_PATH } from '../../../contract/realtime.ts'

// Who may open a socket at all. A browser says from which page it comes, and only our own pages
// may; a program that is no browser says nothing, and holds no member's token unasked.

const REFUSALS = {
  not_ready: ['503 Service Unavailable', NOT_READY, NOT_READY],
  not_found: ['404 Not Found', 'not_found', 'There is nothing here.'],
  forbidden: ['403 Forbidden', 'forbidden', 'This page may not connect to this server.'],
  too_many: ['429 Too Many Requests', 'too_many_requests', 'Please wait a little and try again.'],
} as const

export type UpgradeRefusal = keyof typeof REFUSALS

/** Null when the request may become a socket. */
export function upgradeRefusal(
  request: IncomingMessage,
  publicUrl: string,
  isFull: boolean,
): UpgradeRefusal | null {
  const [path] = (request.url ?? '').split('?')
  if (path !== `/api${REALTIME_PATH}`) return 'not_found'
  if (!isOwnPage(request, publicUrl)) return 'forbidden'
  return isFull ? 'too_many' : null
}

export function refuseUpgrade(socket: Duplex, refusal: UpgradeRefusal) {
  const [status, error, sentence] = REFUSALS[refusal]
  const body: ErrorBody = { error, msg: sentence, message: sentence }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    ...(refusal === 'forbidden' || refusal === 'not_found' ? [] : ['retry-after: 2']),
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

function isOwnPage({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (origin === publicUrl) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}
