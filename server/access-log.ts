import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { NetworkName } from './network-name.ts'
import { refusalReason } from './platform/http/error-handler.ts'
import type { Answered } from './platform/http/response-cache.ts'

// One line for each request, by its route: an address may hold a secret. Who was refused is named
// by their network and the reason, so that somebody can look who tries doors, and a program such
// as fail2ban can shut them out.

export function registerAccessLog(app: FastifyInstance, networkName: NetworkName) {
  app.addHook('onResponse', (request, reply, next) => {
    const { method, actor } = request
    const status = reply.statusCode
    const what = { method, route: request.routeOptions.url ?? '(none)', status }
    const how = { ms: Math.round(reply.elapsedTime), member: actor && String(actor.id) }
    const refused = status >= 400 && {
      reason: refusalReason(request) ?? 'not_found',
      network: networkName(request.ip),
    }
    request.log.info({ ...what, ...refused, ...how }, 'answered')
    next()
  })
}

/** The same line for an answer that was kept. */
export function logCachedResponse(
  log: FastifyBaseLogger,
  { requestId, route, status, ms, member }: Answered,
) {
  const what = { reqId: requestId, method: 'GET', route, status }
  log.info({ ...what, ms: Math.round(ms), member: String(member) }, 'answered')
}
