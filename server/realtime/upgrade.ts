import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorBody, NOT_READY } from '../../contract/errors.ts'
import { REALTIME_PATH } from '../../contract/realtime.ts'
import { ipKey, isFull, type Limits } from '../platform/limits.ts'
import type { Log } from '../platform/log.ts'

// Who may open a socket at all. A browser says from which page it comes, and only our own pages
// may; a program that is no browser says nothing, and holds no member's token unasked.

const REFUSALS = {
  not_ready: ['503 Service Unavailable', NOT_READY, NOT_READY],
  not_found: ['404 Not Found', 'not_found', 'There is nothing here.'],
  forbidden: ['403 Forbidden', 'forbidden', 'This page may not connect to this server.'],
  too_many: ['429 Too Many Requests', 'too_many_requests', 'Please wait a little and try again.'],
} as const

type Refusal = keyof typeof REFUSALS

/** Of an address: a school or a household may stand behind one. */
const UPGRADES_PER_MINUTE = 600

interface Upgrade {
  request: IncomingMessage
  stream: Duplex
  head: Buffer
}

interface UpgradeOptions {
  publicUrl: string
  ipOf: (request: IncomingMessage) => string
  limits: Limits
  log: Log<'debug' | 'warn'>
}

interface Sockets {
  isClosing: () => boolean
  isFullFor: (ip: string) => boolean
  open: (upgrade: Upgrade, ip: string) => void
}

/** Opens a socket for each that may have one, and answers the others. */
export function handleUpgrades({ publicUrl, ipOf, limits, log }: UpgradeOptions, sockets: Sockets) {
  const upgrades = limits.of('upgrades', UPGRADES_PER_MINUTE, 60)

  function refusalNow(request: IncomingMessage, ip: string): Refusal | null {
    if (sockets.isClosing()) return 'not_ready'
    return upgradeRefusal(request, publicUrl, sockets.isFullFor(ip))
  }

  async function handle(upgrade: Upgrade) {
    const ip = ipOf(upgrade.request)
    // Only what may become a socket is counted: a page elsewhere could use an address up.
    let refusal = refusalNow(upgrade.request, ip)
    if (!refusal && (await isFull(upgrades, ipKey(ip)))) refusal = 'too_many'
    // Meanwhile others came, or the server began to close.
    refusal ??= refusalNow(upgrade.request, ip)
    if (refusal) refuseUpgrade(upgrade.stream, refusal)
    else sockets.open(upgrade, ip)
  }

  return (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // While it is counted, nobody else would hear that its line broke.
    stream.on('error', () => stream.destroy())
    handle({ request, stream, head }).catch((error: unknown) => {
      log.warn({ err: error }, 'an upgrade could not be handled')
      stream.destroy()
    })
  }
}

/** Null when the request may become a socket. */
function upgradeRefusal(
  request: IncomingMessage,
  publicUrl: string,
  isTooFull: boolean,
): Refusal | null {
  const [path] = (request.url ?? '').split('?')
  if (path !== `/api${REALTIME_PATH}`) return 'not_found'
  if (!isOwnPage(request, publicUrl)) return 'forbidden'
  return isTooFull ? 'too_many' : null
}

function refuseUpgrade(socket: Duplex, refusal: Refusal) {
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
