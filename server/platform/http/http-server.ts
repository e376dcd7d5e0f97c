import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorBody, NOT_READY } from '../../../contract/errors.ts'
import { createServer } from './node-http.ts'

/**
 * For longer than proxies keep a connection they do not use (nginx 60 s, Caddy 120 s): who closes
 * it first, as a request is on its way by it, makes an error of a request that may have been heard.
 */
const KEEP_ALIVE_MS = 130_000
/**
 * A connection by which nothing moves for so long is given up, unless its answer is still to come.
 */
const UNREAD_MAX_MS = 60_000

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Opens before the server is ready: who comes early gets a 503. `open` hands it over. */
export interface HttpServer {
  server: Server
  open(handler: Handler, upgrade?: Upgrade): void
  /** Resolves with the port once it listens; rejects when the port is taken. */
  listen(port: number, host: string): Promise<number>
  /** Who comes from now on gets a 503; requests in flight finish, and with the last it closes. */
  close(): Promise<void>
}

/**
 * With `lastRequestsMs`, it first stops taking connections and answers for so long what comes
 * by those it has: for a process that leaves while others serve at the same address.
 */
export function createHttpServer({ lastRequestsMs = 0 } = {}): HttpServer {
  let handler: Handler = answerNotReady
  let inFlight = 0
  const idle = Promise.withResolvers<void>()
  let isLeaving = false
  let isClosing = false
  let upgrade: Upgrade | undefined
  // Until the server opens, and for any other protocol, an upgrade is answered like any request.
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) =>
    upgrade !== undefined && headers.upgrade?.toLowerCase() === 'websocket'
  const options = { shouldUpgradeCallback, keepAliveTimeout: KEEP_ALIVE_MS }
  const server = createServer(options, (request, response) => {
    if (isClosing) return answerNotReady(request, response.setHeader('connection', 'close'))
    if (isLeaving) response.shouldKeepAlive = false
    else sayNothingOfKeeping(request, response)
    response.on('timeout', giveUpUnread)
    inFlight++
    response.once('close', () => {
      inFlight--
      if (isClosing && inFlight === 0) idle.resolve()
    })
    handler(request, response)
  })
  server.setTimeout(UNREAD_MAX_MS)
  server.on('upgrade', (request, socket, head) => upgrade?.(request, socket, head))
  server.on('clientError', refuseUnreadable)
  return {
    server,
    open(nextHandler, nextUpgrade) {
      handler = nextHandler
      upgrade = nextUpgrade
    },
    listen(port, host) {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
      return promise
    },
    async close() {
      if (lastRequestsMs > 0) {
        isLeaving = true
        // Not its own `close`, which also ends a connection whose request is still on its way.
        NetServer.prototype.close.call(server)
        await pause(lastRequestsMs)
      }
      isClosing = true
      if (inFlight > 0) await idle.promise
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      // What came since then is answered, or will never be.
      server.closeIdleConnections()
      await promise
    },
  }
}

/** HTTP/1.1 keeps a connection unless it is told otherwise: 52 bytes of each answer. */
function sayNothingOfKeeping({ httpVersionMinor }: IncomingMessage, response: ServerResponse) {
  if (response.shouldKeepAlive && httpVersionMinor === 1) response.removeHeader('connection')
}

/** Node gives a connection up by itself only where nobody listens to this. */
function giveUpUnread(this: ServerResponse, socket: Duplex) {
  if (this.headersSent) socket.destroy()
}

const UNREADABLE = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'bad_request', 'This took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too_large',
    'This is too large to be sent.',
  ],
} as const
const GARBLED = ['400 Bad Request', 'bad_request', 'The request could not be read.'] as const

/** What is no request in HTTP reaches no route, and is answered in the shape of all refusals. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const [status, code, sentence] = UNREADABLE[error.code as keyof typeof UNREADABLE] ?? GARBLED
    const body: ErrorBody = { error: code, msg: sentence, message: sentence }
    const text = JSON.stringify(body)
    const head = [
      `HTTP/1.1 ${status}`,
      'connection: close',
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  }
  // Fastify hears of it next, and leaves a closed connection alone.
  socket.destroy(error)
}

const STARTING_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">' +
  '<title>Snug</title><p>Snug is starting…</p></html>'

function answerNotReady(request: IncomingMessage, response: ServerResponse) {
  response.statusCode = 503
  response.setHeader('retry-after', '2')
  response.setHeader('cache-control', 'no-store')
  const isApi = request.url?.startsWith('/api') ?? false
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('content-type', isApi ? 'application/json' : 'text/html; charset=utf-8')
  if (!isApi)
    response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  const body: ErrorBody = { error: NOT_READY, msg: NOT_READY, message: NOT_READY }
  response.end(isApi ? JSON.stringify(body) : STARTING_PAGE)
}
