import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

const HEADER = 'x-request-id'
/** Whatever else a client calls its request could forge lines of the log. */
const ACCEPTED = /^[A-Za-z0-9._-]{1,64}$/
/** Of a UUID, which the runtime makes in advance: enough to find a line among those of an hour. */
const ID_LENGTH = 12

/**
 * What a request is called in the log: as the client, or a proxy, calls it, if that is harmless.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[HEADER]
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID().slice(-ID_LENGTH)
}

/**
 * Answers, refusals anywhere too, say what the request is called, so that a person can ask about
 * it.
 */
export function answerRequestIds(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, next) => {
    answerRequestId(reply)
    next()
  })
}

export function answerRequestId(reply: FastifyReply) {
  return reply.header(HEADER, reply.request.id)
}
