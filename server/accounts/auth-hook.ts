import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TOKEN_HEADER } from '../../contract/accounts.ts'
import { MESSAGES as ADMIN_MESSAGES } from '../../contract/admin.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { countCalls, GENERAL } from '../platform/http/route.ts'
import { ipKey } from '../platform/limits.ts'
import type { Actor, Services } from '../services.ts'
import { hasSecondFactor } from './second-factor/second-factor.ts'
import { sessionEndedError } from './session-ended.ts'
import { actorOfToken, knownActorOfToken } from './sessions.ts'

// Who may call a route at all, and how often. Every API route names its audience and its limit;
// one hook asks for the token and counts the call before anything else of the request is read, so
// that calls at once are counted before the first of them is worked on.

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}

export function registerAuthHook(app: FastifyInstance, services: Services) {
  const count = countCalls(services.limits)
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request) => {
    request.actor = await actorOf(services, request)
    const caller = request.actor?.id ?? ipKey(request.ip)
    await count(GENERAL, caller)
    requireAudience(request)
    request.actor = await withSecondFactor(services, request)
    const { limit } = request.routeOptions.config
    if (limit !== GENERAL) await count(limit, caller)
  })
}

export function actor(request: FastifyRequest): Actor {
  if (!request.actor) throw sessionEndedError()
  return request.actor
}

async function actorOf(services: Services, request: FastifyRequest) {
  const token = request.headers[TOKEN_HEADER]
  return typeof token === 'string' && token !== '' ? actorOfToken(services, token) : null
}

/**
 * Who is known to call without asking the database; only for those who have looked at its changes.
 */
export function knownCaller(services: Services, { headers }: IncomingMessage): Actor | null {
  const token = headers[TOKEN_HEADER]
  return typeof token === 'string' ? knownActorOfToken(services, token) : null
}

function requireAudience(request: FastifyRequest) {
  const audience = request.routeOptions.config.audience
  if (audience === 'anyone') return
  const { isAdmin } = actor(request)
  if (audience === 'administrators' && !isAdmin)
    throw new HttpError('forbidden', ADMIN_MESSAGES.denied)
}

/** Where the operator wants it, an administrator who has none acts as a member only. */
async function withSecondFactor(services: Services, { actor, routeOptions }: FastifyRequest) {
  if (!services.requireAdminSecondFactor || !actor?.isAdmin) return actor
  if (await hasSecondFactor(services, actor.id)) return actor
  if (routeOptions.config.audience === 'administrators')
    throw new HttpError('forbidden', FACTOR_MESSAGES.administratorsNeed)
  return { ...actor, isAdmin: false }
}
