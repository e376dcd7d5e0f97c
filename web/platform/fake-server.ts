/**
 * For tests: the server behind `fetch`. Its replies must be what the contract allows, and the
 * requests it got can be looked at afterwards.
 */
import { TOKEN_HEADER } from '../../contract/accounts.ts'
import { errorBody, sentenceAnswer } from '../../contract/errors.ts'

export interface FakeRequest {
  method: string
  /** Below `/api`. */
  path: string
  token: string | null
  body: unknown
}
export type Reply = { status: number; body?: unknown; retryAfter?: number } | 'no answer'
export type FakeServer = ReturnType<typeof createFakeServer>
export type Routes = Record<string, (request: FakeRequest) => Reply | Promise<Reply>>

/** `routes` by 'METHOD /path'; a route that is not there answers 404. */
export function createFakeServer(routes: Routes) {
  const requests: FakeRequest[] = []
  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const request = read(url, init)
    requests.push(request)
    const route = routes[`${request.method} ${request.path}`]
    const reply = await orAborted(route?.(request) ?? errorReply(404, 'not_found', ''), init.signal)
    if (reply === 'no answer') throw new TypeError('Failed to fetch')
    return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), {
      status: reply.status,
      headers: reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) },
    })
  }
  const requestsTo = (route: string) =>
    requests.filter(({ method, path }) => `${method} ${path}` === route)
  return {
    fetch,
    /** All of them, those that the page makes by itself among them. */
    requests,
    /** How often this route was called. */
    count: (route: string) => requestsTo(route).length,
    /** What was sent to this route, the first first. */
    bodies: (route: string) => requestsTo(route).map(({ body }) => body),
  }
}

export function messageReply(sentence: string, status = 200): Reply {
  return { status, body: sentenceAnswer.parse({ msg: sentence, message: sentence }) }
}

export function errorReply(
  status: number,
  error: string,
  sentence: string,
  fields?: Record<string, string>,
): Reply {
  const body = { error, msg: sentence, message: sentence, ...(fields ? { fields } : {}) }
  return { status, body: errorBody.parse(body) }
}

/** A reply that the test gives when it likes. */
export function deferredReply() {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  return { reply: () => promise, answer: resolve }
}

function read(url: string, init: RequestInit): FakeRequest {
  return {
    method: init.method ?? 'GET',
    path: url.replace(/^\/api/, ''),
    token: new Headers(init.headers).get(TOKEN_HEADER),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
  }
}

function orAborted<T>(work: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    Promise.resolve(work).then(resolve, reject)
  })
}
