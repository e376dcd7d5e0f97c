import { errorCodes, type FastifyInstance } from 'fastify'
import { notReadable } from './http-error.ts'

/** Nothing that is asked for is nested nearly as deep. */
const DEPTH_MAX = 20

/** JSON, or forms where a route reads one. An empty body is none, whatever type it names. */
export function registerBodyParsers(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else if (isTooDeep(body)) done(notReadable(), undefined)
      else parseJson(request, body, done)
    },
  )
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    const isNone = body.length === 0 || request.is404
    done(isNone ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(), undefined)
  })
}

/** Looks at the text once, before anything is made of it. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const character = json[index]
    if (isInText) {
      if (character === '\\') index++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > DEPTH_MAX) return true
  }
  return false
}
