import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ApiRoutes } from '../http/api.ts'
import { HttpError } from '../http/http-error.ts'
import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.ts'
import { GENERAL, serverRoute } from '../http/route.ts'
import type { Metrics } from './metrics.ts'

/** What a reverse proxy on the same machine adds: behind it may be anybody. */
const FORWARDING = [
  ...['forwarded', 'via', 'x-real-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
]

const METRICS = serverRoute({
  audience: 'anyone',
  limit: GENERAL,
  operationId: 'readMetrics',
  summary: 'Read the metrics, in the text format of Prometheus',
  description:
    'For programs on the same machine, and with `Authorization: Bearer` and the token for metrics.',
  produces: 'text/plain',
  refuses: { not_found: 'For all others nothing is here.' },
})

interface IncomingRequest {
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}

/** For programs on this machine, and for who has the token; for all others nothing is there. */
export function metricsRoute(app: ApiRoutes, metrics: Metrics, token: string | null) {
  app.get('/metrics', METRICS, async (request, reply) => {
    if (!isLoopbackRequest(request) && !hasToken(request, token))
      throw new HttpError('not_found', 'There is nothing at this address.')
    return reply.type(metrics.contentType).send(await metrics.read())
  })
}

/** Asked by this machine for this machine: a proxy passes the name its visitor asked for. */
export function isLoopbackRequest({ headers, socket }: IncomingRequest): boolean {
  const isForwarded = FORWARDING.some((name) => headers[name] !== undefined)
  const { hostname } = URL.parse(`http://${headers.host}`) ?? { hostname: '' }
  return !isForwarded && isLoopbackHost(hostname) && isLoopbackAddress(socket.remoteAddress ?? '')
}

function hasToken({ headers }: IncomingRequest, token: string | null): boolean {
  if (token === null || headers.authorization === undefined) return false
  return timingSafeEqual(hashOf(headers.authorization), hashOf(`Bearer ${token}`))
}

// Of one length, whatever was sent.
function hashOf(text: string) {
  return hash('sha256', text, 'buffer')
}
