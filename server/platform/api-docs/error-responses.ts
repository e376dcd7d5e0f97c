import { ERROR_CODES, type ErrorCode, NOT_READY } from '../../../contract/errors.ts'
import { STATUS } from '../http/http-error.ts'
import { type Audience, GENERAL, type Operation, type RouteLimit } from '../http/route.ts'

// Every refusal has the same body. Which ones a route may answer follows from what it takes and
// from whom; what follows from nothing is told by the route (`refuses`).

const NAMES: Record<number, [name: string, description: string]> = {
  400: ['BadRequest', 'What was sent cannot be right; `fields` tells which field, where one can.'],
  401: ['Unauthorized', 'There is no token, or its session has ended.'],
  403: ['Forbidden', 'This is not for the caller.'],
  404: ['NotFound', 'It is not there, or not for the caller to see.'],
  409: ['Conflict', 'It does not fit what is there by now.'],
  413: ['TooLarge', 'The body, a file or a picture in it is too large.'],
  415: ['UnsupportedMediaType', 'The content is of a kind that is not taken here.'],
  429: ['TooManyRequests', 'Too many calls by this member, or from this address.'],
  500: ['InternalError', 'Something went wrong on the server.'],
  503: ['Unavailable', 'The server is not ready, or too busy to do this now.'],
  507: ['StorageFull', 'The server has no room left to keep this.'],
}

const RETRY_AFTER = { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }

/** What is shared by all operations, under `components` of the document. */
export const errorComponents = {
  headers: {
    RetryAfter: {
      description: 'Seconds to wait before the call is worth repeating.',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    },
  },
  responses: Object.fromEntries(
    Object.entries(NAMES).map(([status, [name, description]]) => [
      name,
      responseOf(Number(status), description),
    ]),
  ),
}

function responseOf(status: number, description: string) {
  const codes: string[] = ERROR_CODES.filter((code) => STATUS[code] === status)
  if (status === 503) codes.push(NOT_READY)
  const body = { $ref: '#/components/schemas/ErrorBody' }
  const only = { type: 'object', properties: { error: { enum: codes } } }
  return {
    description,
    ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
    content: { 'application/json': { schema: { allOf: [body, only] } } },
  }
}

interface Taken {
  method: string
  audience: Audience
  hasParams: boolean
  hasQuery: boolean
  limit: RouteLimit
  operation: Operation
}

/** References to the responses a route may refuse with, by status. */
export function errorResponsesOf(route: Taken): Record<string, object> {
  const reasons = new Map<number, string[]>()
  for (const status of derivedStatuses(route)) reasons.set(status, [])
  reasons.set(429, reasonsOf(route.limit))
  for (const [code, reason] of Object.entries(route.operation.refuses ?? {})) {
    const status = STATUS[code as ErrorCode]
    reasons.set(status, [...(reasons.get(status) ?? []), reason])
  }
  return Object.fromEntries([...reasons].map(([status, told]) => [status, refer(status, told)]))
}

function reasonsOf(limit: RouteLimit): string[] {
  if (limit === GENERAL) return []
  if ('rule' in limit) return [`Counted ${limit.rule}.`]
  return [
    `At most ${limit.times} in ${limit.seconds} seconds, with all that count as ${limit.name}.`,
  ]
}

function derivedStatuses(route: Taken): number[] {
  const { method, audience, hasParams, hasQuery, operation } = route
  // A body is looked at wherever one may be sent, even where none is asked for.
  const takesBody = method !== 'GET'
  return [
    ...(takesBody || hasParams || hasQuery ? [400] : []),
    ...(audience === 'anyone' ? [] : [401]),
    ...(audience === 'administrators' ? [403] : []),
    ...(hasParams ? [404] : []),
    ...(operation.isIdempotent ? [409] : []),
    ...(takesBody ? [413, 415, 507] : []),
    ...[429, 500, 503],
  ]
}

function refer(status: number, reasons: string[]) {
  const [name, description] = NAMES[status] ?? []
  const $ref = `#/components/responses/${name}`
  return reasons.length > 0 ? { $ref, description: [description, ...reasons].join(' ') } : { $ref }
}
