import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, NOT_READY } from '../../../contract/errors.ts'
import { databaseFailure, isForeignKeyViolation } from '../database/failures.ts'
import { FilesAwayError } from '../files/file-store.ts'
import { HttpError, notReadable, validationError } from './http-error.ts'
import { fileFieldOf } from './multipart-form.ts'
import { answerRequestId } from './request-ids.ts'

/** What errors above the platform mean to a caller; null for any that is not theirs. */
type Translate = (error: Error, fileField: string | undefined) => HttpError | null

/**
 * Where every failure becomes an answer of one shape: no 500 by input, no stack, path or SQL in it.
 */
export function registerErrorHandler(app: FastifyInstance, translate: Translate) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = translate(error, fileFieldOf(request)) ?? toHttpError(error)
    refusals.set(request, refusal?.reason ?? 'not_ready')
    if (!refusal) {
      // Nobody else says what is wrong with its disk.
      if (databaseFailure(error) === 'unreadable')
        request.log.error({ err: error }, 'request failed')
      return sendNotReady(reply)
    }
    if (refusal.status === 500) request.log.error({ err: error }, 'request failed')
    return sendHttpError(reply, refusal)
  })
}

/** Why a request was answered with no, for the log; undefined for any other. */
export function refusalReason(request: FastifyRequest): string | undefined {
  return refusals.get(request)
}

const refusals = new WeakMap<FastifyRequest, string>()

export function sendHttpError(reply: FastifyReply, refusal: HttpError) {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return sendBody(reply.code(refusal.status), bodyOf(refusal))
}

function sendNotReady(reply: FastifyReply) {
  const body: ErrorBody = { error: NOT_READY, msg: NOT_READY, message: NOT_READY }
  return sendBody(reply.code(503).header('retry-after', '2'), body)
}

// Not by the route's serializer, which knows its own answers. Fastify names no type for another.
function sendBody(reply: FastifyReply, body: ErrorBody) {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  // No hook runs for an address that cannot be read.
  reply.header('x-content-type-options', 'nosniff')
  return answerRequestId(reply).type('application/json').serializer(JSON.stringify).send(body)
}

function bodyOf(refusal: HttpError): ErrorBody {
  const { code, message, fields, challenge } = refusal
  return {
    ...{ error: code, msg: message, message },
    ...(fields && { fields }),
    ...(challenge && { challenge }),
  }
}

/** Null means: the database is away, so the server is not ready. */
function toHttpError(error: FastifyError): HttpError | null {
  if (error instanceof HttpError) return error
  if (error instanceof FilesAwayError)
    return new HttpError('busy', error.message, { retryAfter: 30 })
  if (error.validation) return fromValidation(error)
  // Whoever or whatever it speaks of was deleted while the request was under way.
  if (isForeignKeyViolation(error)) return notThere()
  const failure = databaseFailure(error)
  if (failure === 'away' || failure === 'unreadable') return null
  if (failure === 'full')
    return new HttpError(
      'storage_full',
      'There is no room left to keep this. Please try again later.',
    )
  return fromFastify(error)
}

function fromValidation(error: FastifyError): HttpError {
  // A path that cannot be right leads nowhere; which part of it is wrong is nobody's concern.
  if (error.validationContext === 'params') return notThere()
  const issues = (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath.split('/').slice(1),
    message: message ?? 'This is not right.',
  }))
  return validationError(issues)
}

function fromFastify(error: FastifyError): HttpError {
  switch (error.statusCode) {
    case 413:
      return new HttpError('too_large', 'This is too large to be sent.')
    case 415:
      return new HttpError('unsupported_media_type', 'This kind of content is not understood here.')
    case 404:
      return notThere()
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return notReadable()
  return new HttpError('internal_error', 'Something went wrong on our side. Please try again.')
}

function notThere() {
  return new HttpError('not_found', 'There is nothing at this address.')
}
