import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type ErrorBody, NOT_READY } from '../../../contract/errors.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The listening server. It opens before the house is ready, so that whoever comes early is told
 * so (503) instead of finding the door shut; `open` hands it over.
 */
export interface FrontDoor {
  server: Server
  open(handler: Handler): void
  /** Resolves with the port once it listens; rejects when the port is taken. */
  listen(port: number, host: string): Promise<number>
  /** Takes no new connection and lets requests in flight finish. */
  close(): Promise<void>
}

export function createFrontDoor(): FrontDoor {
  let handler: Handler = answerNotReady
  const server = createServer((request, response) => handler(request, response))
  return {
    server,
    open(next) {
      handler = next
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
    close() {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeIdleConnections()
      return promise
    },
  }
}

const STARTING_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">' +
  '<title>Snug</title><p>Snug is starting…</p></html>'

function answerNotReady(request: IncomingMessage, response: ServerResponse) {
  response.statusCode = 503
  response.setHeader('retry-after', '2')
  response.setHeader('cache-control', 'no-store')
  const isApi = request.url?.startsWith('/api') ?? false
  response.setHeader('content-type', isApi ? 'application/json' : 'text/html; charset=utf-8')
  const body: ErrorBody = { error: NOT_READY, msg: NOT_READY, message: NOT_READY }
  response.end(isApi ? JSON.stringify(body) : STARTING_PAGE)
}
