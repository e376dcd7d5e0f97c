/**
 * The client's only way to the server. It sends the session's token
 * with every request; when the server refuses it (401), it renews the token
 * once and repeats the request once. Only an answer of the server ends a session
 * on this device, never a network that fails. Knows no screen and no React.
 */
import { accountEndSettled } from './account-end.ts'
import { ApiError } from './api-error.ts'
import { refreshedTokenIn, refreshToken, sendRefresh } from './token-refresh.ts'
import { readToken, sessionSignal } from './token-store.ts'
import {
  type Answer,
  DEFAULT_TIMEOUT_MS,
  type Method,
  NO_ANSWER,
  type OutgoingRequest,
  sendJson,
} from './transport.ts'
import { recordAnswer } from './unanswered.ts'
import { sendForm, UPLOAD_TIMEOUT_MS } from './upload-transport.ts'

type RequestOptions = {
  /** So long somebody waits in all: the renewal of the token and the second try are within it. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
  /** A repeated request with the same key gets the first one's answer and does nothing twice. */
  idempotencyKey?: string
  /** Goes on where the page is closed meanwhile. */
  keepalive?: boolean
}
type UploadOptions = Omit<RequestOptions, 'timeoutMs'> & {
  method?: 'POST' | 'PUT'
  onProgress?(fraction: number): void
}

/** Paths are without `/api`. Each call rejects with an ApiError, or with the signal's reason. */
export const api = {
  get: <T>(path: string, options?: RequestOptions) => call<T>('GET', path, undefined, options),
  getBlob: (path: string, options?: RequestOptions) =>
    call<Blob>('GET', path, undefined, { ...options, wantsBytes: true }),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    call<T>('PUT', path, body, options),
  patch: <T>(path: string, body?: unknown, options?: RequestOptions) =>
    call<T>('PATCH', path, body, options),
  delete: <T>(path: string, options?: RequestOptions, body?: unknown) =>
    call<T>('DELETE', path, body, options),
  upload: <T>(path: string, form: FormData, options: UploadOptions = {}) => {
    const { method = 'POST', onProgress, ...rest } = options
    return authorized<T>(
      (given) => sendForm({ method, path, body: form, ...rest, ...given }, onProgress),
      { timeoutMs: UPLOAD_TIMEOUT_MS, signal: rest.signal },
    )
  },
}

/** Of a token that has left the device; an outdated one is renewed first. Never rejects. */
export async function logOut(token: string): Promise<void> {
  const sendLogOut = (current: string) =>
    sendJson({ method: 'POST', path: '/users/logout', token: current, keepalive: true })
  const answer = await sendLogOut(token)
  if (answer.status !== 401) return
  const renewed = refreshedTokenIn(await sendRefresh(token))
  if (renewed !== undefined) await sendLogOut(renewed)
}

function call<T>(
  method: Method,
  path: string,
  body: unknown,
  options: RequestOptions & Pick<OutgoingRequest, 'wantsBytes'> = {},
) {
  return authorized<T>(
    (given) => sendJson({ method, path, body, ...options, ...given }),
    options,
    method === 'GET',
  )
}

const SESSION_GONE: Answer = { status: 401, body: null }

async function refreshAfterEnd(token: string) {
  await accountEndSettled()
  return refreshToken(token)
}

type Given = Required<Pick<OutgoingRequest, 'token' | 'timeoutMs'>>

async function authorized<T>(
  send: (given: Given) => Promise<Answer>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: Pick<RequestOptions, 'timeoutMs' | 'signal'>,
  isRead = false,
): Promise<T> {
  const token = readToken()
  const session = sessionSignal()
  const ending = accountEndSettled()
  if (isRead && token !== null && ending) {
    // It would only be told that there is no such member any more.
    await ending
    if (readToken() === null) throw new ApiError(SESSION_GONE)
  }
  const calledAt = performance.now()
  const until = calledAt + timeoutMs
  const answer = await send({ token, timeoutMs })
  if (answer.status !== 401 || token === null) return bodyOf<T>(answer, calledAt)
  // What is read while the account ends is refused for that; what ends it may need a token anew.
  const refresh = isRead ? refreshAfterEnd(token) : refreshToken(token)
  // It goes on for others who wait for it longer.
  const refreshed = await within(until - performance.now(), signal, refresh)
  if ('failed' in refreshed) throw new ApiError(refreshed.failed)
  // Somebody else may have signed in meanwhile: never repeat a request in their name.
  if ('lost' in refreshed || session.aborted) throw new ApiError(answer)
  const remainingMs = until - performance.now()
  if (remainingMs <= 0) throw new ApiError(NO_ANSWER)
  return bodyOf<T>(await send({ token: refreshed.token, timeoutMs: remainingMs }), calledAt)
}

/** Rejects as if no answer had come once the time is over, or with the signal's reason. */
function within<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => reject(new ApiError(NO_ANSWER)), ms)
    const giveUp = () => reject(signal?.reason)
    signal?.addEventListener('abort', giveUp)
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
    work.then(resolve, reject).finally(stop)
  })
}

function bodyOf<T>(answer: Answer, calledAt: number): T {
  recordAnswer(answer, calledAt)
  if (answer.status >= 200 && answer.status < 300) return answer.body as T
  throw new ApiError(answer)
}
