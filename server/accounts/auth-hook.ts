import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MESSAGES, TOKEN_HEADER } from '../../contract/accounts.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { addressKey } from '../platform/limits.ts'
import type { Actor, Services } from '../services.ts'
import { actorOfToken } from './sessions.ts'

// Who may call a route at all. Every API route names its audience, and one hook asks for the
// token before anything of the request is read; a route that names none stops the start.

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}

const REQUESTS_PER_MINUTE = 300

export function registerAuthHook(app: FastifyInstance, services: Services) {
  const general = services.limits.of('general', REQUESTS_PER_MINUTE, 60)
  app.decorateRequest('actor', null)
  app.addHook('onRoute', (route) => {
    if (!route.config?.audience && route.method !== 'HEAD')
      throw new Error(`${route.method} ${route.url} does not say who may call it.`)
  })
  app.addHook('onRequest', async (request) => {
    request.actor = await actorOf(services, request)
    await general.take(request.actor?.id ?? addressKey(request.ip))
    refuseOutsiders(request)
  })
}

/** The signed-in member behind a request of a route for members. */
export function actor(request: FastifyRequest): Actor {
  if (!request.actor) throw new HttpError('unauthorized', MESSAGES.sessionEnded)
  return request.actor
}

async function actorOf(services: Services, request: FastifyRequest) {
  const token = request.headers[TOKEN_HEADER]
  return typeof token === 'string' && token !== '' ? actorOfToken(services, token) : null
}

function refuseOutsiders(request: FastifyRequest) {
  const audience = request.routeOptions.config.audience
  if (audience === 'anyone') return
  const { isAdmin } = actor(request)
  if (audience === 'administrators' && !isAdmin) throw new HttpError('forbidden', 'Access denied.')
}
