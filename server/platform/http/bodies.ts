import { errorCodes, type FastifyInstance } from 'fastify'

/**
 * Bodies are JSON, or forms where a route reads one. An empty body is none, whatever the request
 * says about its type: many clients name a type with every call.
 */
export function registerBodies(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else parseJson(request, body, done)
    },
  )
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    const isNone = body.length === 0 || request.is404
    done(isNone ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(), undefined)
  })
}
