import type { ErrorCode } from '../../../contract/errors.ts'

export const STATUS = {
  bad_request: 400,
  validation_failed: 400,
  unauthorized: 401,
  second_factor_needed: 401,
  forbidden: 403,
  registration_closed: 403,
  proof_needed: 400,
  suspended: 403,
  confirmation_needed: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  busy: 503,
  storage_full: 507,
} as const satisfies Record<ErrorCode, number>

/** A request answered with no: thrown by verbs, shown to the person by the error handler. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Seconds, for 429 and 503. */
  readonly retryAfter: number | undefined
  /** With it the second step of a sign-in goes on. */
  readonly challenge: string | undefined
  /** For the log alone, where the code does not tell enough. */
  readonly reason: string

  constructor(
    code: ErrorCode,
    sentence: string,
    more: {
      fields?: Record<string, string>
      retryAfter?: number
      challenge?: string
      reason?: string
    } = {},
  ) {
    super(sentence)
    this.code = code
    this.status = STATUS[code]
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.challenge = more.challenge
    this.reason = more.reason ?? code
  }
}

/** Input that cannot be right, told at the field it stands in. */
export function invalid(field: string, sentence: string): HttpError {
  return new HttpError('validation_failed', sentence, { fields: { [field]: sentence } })
}

/** Input that is right, and not possible beside what is there, told at the field it stands in. */
export function conflictAt(field: string, sentence: string): HttpError {
  return new HttpError('conflict', sentence, { fields: { [field]: sentence } })
}

/** The first sentence of each field, and of all. `path`: where the value stands, null for none. */
export function validationError(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): HttpError {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '')
    if (field && !(field in fields)) fields[field] = message
  }
  const [first] = Object.values(fields)
  if (first === undefined) return notReadable()
  return new HttpError('validation_failed', first, { fields })
}

/** Broken JSON, a body of the wrong shape, a request that is none. */
export function notReadable(): HttpError {
  return new HttpError('bad_request', 'The request could not be read.')
}
