/**
 * One request to the server and one answer. A transport never throws for a
 * server or a network that fails: no answer is status 0. Only a request that
 * the caller aborted rejects, with the caller's reason.
 */
import { TOKEN_HEADER } from '../../contract/accounts.ts'
import { dropPreloadedResponses, takePreloadedResponse } from './preloaded-responses.ts'

export const API_ROOT = '/api'
export const DEFAULT_TIMEOUT_MS = 15_000

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type OutgoingRequest = {
  method: Method
  path: string
  token: string | null
  body?: unknown
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  /** A success is bytes, not JSON. */
  wantsBytes?: boolean
  /** The request outlives the page that sent it. */
  keepalive?: boolean
}

/**
 * `status` 0: no answer came, in time or at all. `body`: the parsed JSON, if there was any, or the
 * bytes.
 */
export type Answer = { status: number; body: unknown; retryAfter?: number }

export const NO_ANSWER: Answer = { status: 0, body: undefined }

export async function sendJson(request: OutgoingRequest): Promise<Answer> {
  request.signal?.throwIfAborted()
  const deadline = startDeadline(request)
  try {
    const early = preloadedResponse(request, deadline.signal)
    const response = (early && (await early)) ?? (await send(request, deadline.signal))
    if (request.wantsBytes && response.ok)
      return { status: response.status, body: await response.blob() }
    return answerOf(response.status, await response.text(), response.headers.get('retry-after'))
  } catch {
    request.signal?.throwIfAborted()
    return NO_ANSWER
  } finally {
    deadline.stop()
  }
}

function preloadedResponse({ method, path, token }: OutgoingRequest, signal: AbortSignal) {
  if (method === 'GET') return takePreloadedResponse(path, token, signal)
  dropPreloadedResponses()
  return undefined
}

function send(request: OutgoingRequest, signal: AbortSignal): Promise<Response> {
  return fetch(API_ROOT + request.path, {
    method: request.method,
    headers: headersOf(request),
    signal,
    body: JSON.stringify(request.body) ?? null,
    keepalive: request.keepalive ?? false,
  })
}

export function headersOf(request: OutgoingRequest): Record<string, string> {
  return {
    accept: 'application/json',
    ...(request.token ? { [TOKEN_HEADER]: request.token } : {}),
    ...(request.idempotencyKey ? { 'idempotency-key': request.idempotencyKey } : {}),
    ...(request.body === undefined || request.body instanceof FormData
      ? {}
      : { 'content-type': 'application/json' }),
  }
}

export function answerOf(status: number, text: string, retryAfter: string | null): Answer {
  const body = parseJson(text)
  // A success that is not JSON is not ours (a hotel's sign-in page, say): as good as no answer.
  if (status < 400 && text !== '' && body === undefined) return NO_ANSWER
  const seconds = Number(retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) ? { status, body, retryAfter: seconds } : { status, body }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Covers the whole exchange, the reading of the body included. */
function startDeadline({ timeoutMs = DEFAULT_TIMEOUT_MS, signal }: OutgoingRequest) {
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  const timer = setTimeout(giveUp, timeoutMs)
  signal?.addEventListener('abort', giveUp)
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    },
  }
}
