// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { endAccount } from './account-end.ts'
import { api, logOut } from './api-client.ts'
import { ApiError, isServerAway } from './api-error.ts'
import { createFakeServer, errorReply, type FakeRequest, type Reply } from './fake-server.ts'
import { onSessionLost } from './token-refresh.ts'
import { clearToken, readToken, storeToken } from './token-store.ts'

const EXPIRED = errorReply(401, 'unauthorized', 'Your session has ended. Please sign in again.')
const FINE: Reply = { status: 200, body: { fine: true } }
const lost = vi.fn()

beforeEach(() => {
  lost.mockClear()
  onSessionLost(lost)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})

function open(routes: Parameters<typeof createFakeServer>[0]) {
  const server = createFakeServer(routes)
  vi.stubGlobal('fetch', server.fetch)
  return server
}

/** A server that knows one token only, and renews the one before it. */
function serverWithToken(
  current: string,
  renew: Reply = { status: 200, body: { token: current } },
) {
  const answer = ({ token }: FakeRequest) => (token === current ? FINE : EXPIRED)
  return open({
    'GET /thing': answer,
    'POST /thing': answer,
    'POST /users/logout': answer,
    'POST /users/refresh-token': () => renew,
  })
}

function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => Promise.reject(new Error('It should have failed')),
    (error) => error,
  )
}

describe('a request', () => {
  it('goes below /api with the token, and brings back the body', async () => {
    storeToken('old', false)
    const server = open({ 'POST /thing': () => FINE })
    expect(await api.post('/thing', { a: 1 })).toEqual({ fine: true })
    expect(server.requests).toEqual([
      { method: 'POST', path: '/thing', token: 'old', body: { a: 1 } },
    ])
  })

  it('tells what the server said when it refused', async () => {
    const body = { error: 'validation_failed', msg: 'No.', message: 'No.', fields: { a: 'Bad a.' } }
    open({ 'GET /thing': () => ({ status: 429, retryAfter: 7, body }) })
    const error = await failureOf(api.get('/thing'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 429,
      code: 'validation_failed',
      message: 'No.',
      fields: { a: 'Bad a.' },
      retryAfter: 7,
    })
  })

  it('has status 0 when the network fails', async () => {
    open({ 'GET /thing': () => 'no answer' })
    const error = await failureOf(api.get('/thing'))
    expect(error).toMatchObject({ status: 0, message: '', code: '', fields: {} })
    expect(isServerAway(error)).toBe(true)
  })

  it('has status 0 when no answer comes in time', async () => {
    vi.useFakeTimers()
    open({ 'GET /thing': () => new Promise(() => {}) })
    const failure = failureOf(api.get('/thing', { timeoutMs: 3_000 }))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await failure).toMatchObject({ status: 0 })
  })

  it('has status 0 when something else than our server answered', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Hotel Wi-Fi</h1>'))
    expect(await failureOf(api.get('/thing'))).toMatchObject({ status: 0 })
  })

  it('rejects with the reason of the caller who gave up', async () => {
    open({ 'GET /thing': () => new Promise(() => {}) })
    const caller = new AbortController()
    const failure = failureOf(api.get('/thing', { signal: caller.signal }))
    caller.abort()
    expect((await failure).name).toBe('AbortError')
  })
})

describe('a refused token', () => {
  it('is renewed and the request repeated once', async () => {
    storeToken('old', true)
    const server = serverWithToken('new')
    expect(await api.post('/thing', { a: 1 })).toEqual({ fine: true })
    expect(server.requests.map(({ path, token, body }) => [path, token, body])).toEqual([
      ['/thing', 'old', { a: 1 }],
      ['/users/refresh-token', null, { token: 'old' }],
      ['/thing', 'new', { a: 1 }],
    ])
    expect(localStorage.getItem('token')).toBe('new')
  })

  it('is renewed once for two requests at once', async () => {
    storeToken('old', false)
    const server = serverWithToken('new')
    await Promise.all([api.get('/thing'), api.post('/thing')])
    expect(server.count('POST /users/refresh-token')).toBe(1)
    expect(server.requests.filter(({ token }) => token === 'new')).toHaveLength(2)
  })

  it('is renewed for a request that was on its way while another renewed it', async () => {
    storeToken('old', false)
    const slowAnswer = Promise.withResolvers<Reply>()
    const server = open({
      'GET /slow': ({ token }) => (token === 'new' ? FINE : slowAnswer.promise),
      'GET /thing': ({ token }) => (token === 'new' ? FINE : EXPIRED),
      'POST /users/refresh-token': () => ({ status: 200, body: { token: 'new' } }),
    })
    const slow = api.get('/slow')
    await api.get('/thing')
    slowAnswer.resolve(EXPIRED)
    expect(await slow).toEqual({ fine: true })
    expect(server.count('POST /users/refresh-token')).toBe(1)
  })

  it('is not renewed here when another tab did while we waited for our turn', async () => {
    storeToken('old', true)
    vi.stubGlobal('navigator', {
      locks: {
        request: async (_: string, act: () => Promise<unknown>) => {
          localStorage.setItem('token', 'new')
          return act()
        },
      },
    })
    const server = serverWithToken('new')
    expect(await api.get('/thing')).toEqual({ fine: true })
    expect(server.count('POST /users/refresh-token')).toBe(0)
  })

  it('ends the session here when the server will not renew it', async () => {
    storeToken('old', true)
    const server = serverWithToken('new', EXPIRED)
    const failures = await Promise.all([
      failureOf(api.get('/thing')),
      failureOf(api.post('/thing')),
    ])
    expect(failures.map(({ status }) => status)).toEqual([401, 401])
    expect(server.count('POST /users/refresh-token')).toBe(1)
    expect(readToken()).toBeNull()
    expect(lost).toHaveBeenCalledOnce()
  })

  it.each([
    ['the network fails', 'no answer' as const, 0],
    ['the server is in trouble', errorReply(503, 'Server not ready', 'Not yet.'), 503],
    ['there were too many requests', errorReply(429, 'too_many_requests', 'Wait.'), 429],
    ['a proxy refuses in its place', errorReply(403, '', ''), 403],
    ['a proxy cannot read it', errorReply(400, '', ''), 400],
    ['nothing stands at its address', errorReply(404, '', ''), 404],
  ])('is kept when %s while renewing, and only the log says so', async (_, renew, status) => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    storeToken('old', true)
    serverWithToken('new', renew)
    expect(await failureOf(api.get('/thing'))).toMatchObject({ status })
    expect(readToken()).toBe('old')
    expect(lost).not.toHaveBeenCalled()
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.any(String), status)
  })

  it('is not renewed twice for one request', async () => {
    storeToken('old', false)
    const server = open({
      'GET /thing': () => EXPIRED,
      'POST /users/refresh-token': () => ({ status: 200, body: { token: 'new' } }),
    })
    expect(await failureOf(api.get('/thing'))).toMatchObject({ status: 401 })
    expect(server.count('GET /thing')).toBe(2)
    expect(server.count('POST /users/refresh-token')).toBe(1)
  })

  it('does not repeat a deed in the name of somebody who signed in meanwhile', async () => {
    storeToken('old', false)
    const server = open({
      'POST /thing': ({ token }) => {
        if (token === 'old') storeToken('of-somebody-else', false)
        return EXPIRED
      },
    })
    expect(await failureOf(api.post('/thing'))).toMatchObject({ status: 401 })
    expect(server.count('POST /thing')).toBe(1)
    expect(readToken()).toBe('of-somebody-else')
  })

  it('stays forgotten when the member signed out while it was being renewed', async () => {
    storeToken('old', true)
    open({
      'GET /thing': ({ token }) => (token === 'new' ? FINE : EXPIRED),
      'POST /users/refresh-token': () => {
        clearToken()
        return { status: 200, body: { token: 'new' } }
      },
    })
    expect(await failureOf(api.get('/thing'))).toMatchObject({ status: 401 })
    expect(readToken()).toBeNull()
  })

  it('says nothing of the session to what is read while the account is being ended', async () => {
    storeToken('old', false)
    const server = serverWithToken('new', EXPIRED)
    const deletion = Promise.withResolvers<void>()
    onTestFinished(() => deletion.resolve())
    const refused = failureOf(api.get('/thing'))
    const ended = endAccount(() => deletion.promise.then(clearToken))
    await vi.waitFor(() => expect(server.count('GET /thing')).toBe(1))
    deletion.resolve()
    await ended
    expect((await refused).status).toBe(401)
    expect(server.count('POST /users/refresh-token')).toBe(0)
    expect(lost).not.toHaveBeenCalled()
  })

  it('is not used for what is to be read while the account is being ended, unless it stays', async () => {
    storeToken('current', false)
    const server = serverWithToken('current')
    const refusal = new Error('This is not your password.')
    const kept = endAccount(() => Promise.reject(refusal))
    expect(await api.get('/thing')).toEqual({ fine: true })
    await expect(kept).rejects.toBe(refusal)
    const deletion = Promise.withResolvers<void>()
    onTestFinished(() => deletion.resolve())
    const ended = endAccount(() => deletion.promise.then(clearToken))
    const unread = failureOf(api.get('/thing'))
    deletion.resolve()
    await ended
    expect((await unread).status).toBe(401)
    expect(server.count('GET /thing')).toBe(1)
  })

  it('is renewed for what ends the account', async () => {
    storeToken('old', false)
    serverWithToken('new')
    await endAccount(async () => {
      expect(await api.post('/thing')).toEqual({ fine: true })
    })
  })

  it('is none of our business when no token was sent', async () => {
    const server = serverWithToken('new')
    expect(await failureOf(api.get('/thing'))).toMatchObject({ status: 401 })
    expect(server.requests).toHaveLength(1)
    expect(lost).not.toHaveBeenCalled()
  })
})

describe('signing out', () => {
  it('ends the session of the token', async () => {
    const server = serverWithToken('current')
    await logOut('current')
    expect(server.requests.map(({ path, token }) => [path, token])).toEqual([
      ['/users/logout', 'current'],
    ])
  })

  it('renews an outdated token first, or the session would live on', async () => {
    const server = serverWithToken('new')
    await logOut('old')
    expect(server.requests.at(-1)).toMatchObject({ path: '/users/logout', token: 'new' })
    expect(readToken()).toBeNull()
  })
})
