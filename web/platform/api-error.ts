/**
 * What a request to the server rejects with, and what may be read from it. Asks for nothing itself.
 */
import { errorBody } from '../../contract/errors.ts'
import type { Answer } from './transport.ts'

/**
 * The server refused, or did not answer. `status` 0: no answer came in time.
 * `message`: the server's sentence for a person, or empty. `code`: the `error`
 * of the body. `fields`: a sentence by field name. `retryAfter`: seconds. `challenge`: what the
 * second step of a sign-in goes on with.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: string
  fields: Record<string, string>
  retryAfter: number | undefined
  challenge: string | undefined

  constructor({ status, body, retryAfter }: Answer) {
    const said = errorBody.partial().safeParse(body).data
    super(said?.msg || said?.message || '')
    this.status = status
    this.code = said?.error ?? ''
    this.fields = said?.fields ?? {}
    this.retryAfter = retryAfter
    this.challenge = said?.challenge
  }
}

/** The network or the server failed: the request itself was not judged. */
export function isServerAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** It is not there, or not for this member to see. */
export function isNotFound(error: unknown): error is ApiError {
  return isOneOf(['not_found'], error)
}

/** The same, or this member is in there no longer. */
export function isRefusal(error: unknown): boolean {
  return isOneOf(['forbidden', 'not_found'], error)
}

/**
 * What it is about is gone, or stands there already. With a key: what an attempt before made under
 * it is deleted, or was something else.
 */
export function isGoneOrTaken(error: unknown): boolean {
  return isOneOf(['not_found', 'conflict'], error)
}

/** By the server's own code: a proxy may say 404 where no server is behind it. */
function isOneOf(codes: string[], error: unknown): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

/** The server's own sentence, else the given one. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback
}
