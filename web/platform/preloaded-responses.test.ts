// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from './api-client.ts'
import { createFakeServer, errorReply } from './fake-server.ts'
import { copyPreloadedResponse } from './preloaded-responses.ts'
import { clearToken, storeToken } from './token-store.ts'

const boot = new Function(
  readFileSync(join(import.meta.dirname, '../public/boot.js'), 'utf8'),
) as () => void

let server: ReturnType<typeof createFakeServer>
let answers = 0

beforeEach(() => {
  answers = 0
  server = createFakeServer({
    'GET /users/user': () => ({ status: 200, body: { answer: ++answers } }),
    'GET /posts/friends': () => 'no answer',
  })
  vi.stubGlobal('fetch', server.fetch)
})

afterEach(() => {
  vi.unstubAllGlobals()
  clearToken()
  delete window.preloadedResponses
  delete document.documentElement.dataset.first
  history.replaceState(null, '', '/')
})

describe('what the page asks for before the code has come', () => {
  it('is handed on once', async () => {
    storeToken('t', true)
    boot()
    expect(await api.get('/users/user')).toEqual({ answer: 1 })
    expect(await api.get('/users/user')).toEqual({ answer: 2 })
    expect(server.requests.map(({ path, token }) => [path, token])).toEqual([
      ['/users/user', 't'],
      ['/posts/friends', 't'],
      ['/users/user', 't'],
    ])
  })

  it('is asked for again where no answer came', async () => {
    storeToken('t', true)
    boot()
    await expect(api.get('/posts/friends')).rejects.toMatchObject({ status: 0 })
    expect(server.count('GET /posts/friends')).toBe(2)
  })

  it('is asked for again where it was refused: the reason may have gone', async () => {
    history.replaceState(null, '', '/spaces/5')
    let isMember = false
    server = createFakeServer({
      'GET /spaces/5/messages': () =>
        isMember ? { status: 200, body: [] } : errorReply(403, 'forbidden', ''),
    })
    vi.stubGlobal('fetch', server.fetch)
    storeToken('t', true)
    boot()
    isMember = true
    expect(await api.get('/spaces/5/messages')).toEqual([])
  })

  it.each([
    ['writes', () => api.post('/posts/5/like', {})],
    ['uploads', () => api.upload('/posts', new FormData()).catch(() => {})],
  ])('is asked for again once the page %s', async (_, write) => {
    server = createFakeServer({
      'GET /users/user': () => ({ status: 200, body: { answer: ++answers } }),
      'POST /posts/5/like': () => ({ status: 200, body: {} }),
    })
    vi.stubGlobal('fetch', server.fetch)
    storeToken('t', true)
    boot()
    await write()
    expect(await api.get('/users/user')).toEqual({ answer: 2 })
  })

  it('is not for another session', async () => {
    storeToken('t', true)
    boot()
    storeToken('u', true)
    expect(await api.get('/users/user')).toEqual({ answer: 2 })
    expect(server.requests.at(-1)?.token).toBe('u')
  })

  it('is given up in time where it breaks off on its way', async () => {
    const time = new AbortController()
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
    const begin = vi.fn()
    const cutShort = async (_: string, { signal }: RequestInit) =>
      new Response(
        new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode('{'))
            signal?.addEventListener('abort', () => stream.error(signal.reason))
          },
          pull: begin,
        }),
      )
    vi.stubGlobal('fetch', cutShort)
    storeToken('t', true)
    boot()
    expect(limit).toHaveBeenCalledWith(30_000)
    const reading = api.get('/users/user')
    await vi.waitFor(() => expect(begin).toHaveBeenCalled())
    time.abort()
    await expect(reading).rejects.toMatchObject({ status: 0 })
  })

  it('is let go by who does not want it any more', async () => {
    storeToken('t', true)
    boot()
    const stopped = new AbortController()
    const asked = api.get('/users/user', { signal: stopped.signal })
    stopped.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })

  it.each([
    ['/friends', ['/users/user', '/users/friends']],
    ['/friends?tab=requests', ['/users/user']],
    ['/posts/5', ['/users/user', '/posts/5', '/posts/5/comments']],
    ['/spaces/5', ['/users/user', '/spaces/5', '/spaces/5/messages', '/spaces/5/folds']],
  ])('is at %s what the screen there reads', (address, paths) => {
    history.replaceState(null, '', address)
    storeToken('t', true)
    boot()
    expect(server.requests.map(({ path }) => path)).toEqual(paths)
  })

  it('is read beside whoever takes it', async () => {
    history.replaceState(null, '', '/posts/5')
    server = createFakeServer({
      'GET /posts/5': () => ({ status: 200, body: { _id: '5' } }),
      'GET /posts/5/comments': () => ({ status: 404, body: {} }),
    })
    vi.stubGlobal('fetch', server.fetch)
    storeToken('t', true)
    boot()
    const [copy, refusal] = [copyPreloadedResponse('/posts/'), copyPreloadedResponse('/posts/5/')]
    expect(await api.get('/posts/5')).toEqual({ _id: '5' })
    expect(await copy).toEqual({ _id: '5' })
    expect(await refusal).toBeUndefined()
    expect(server.count('GET /posts/5')).toBe(1)
  })

  it('is nothing while nobody is signed in', () => {
    boot()
    expect(server.requests).toEqual([])
    expect(copyPreloadedResponse('/posts/')).toBeUndefined()
  })
})

describe('what the page shows before the code has come', () => {
  it.each([
    ['/', undefined, 'sign-in'],
    ['/friends', undefined, 'sign-in'],
    ['/register', undefined, undefined],
    ['/verify/abc', undefined, undefined],
    ['/join/abc', undefined, undefined],
    ['/change-email/abc', undefined, undefined],
    ['/undo-email/abc', undefined, undefined],
    ['/secure-account/abc', undefined, undefined],
    ['/joined', undefined, 'sign-in'],
    ['/', 't', 'member'],
    ['/friends', 't', 'member'],
  ])('at %s with the token %s is %s', (path, token, shown) => {
    history.replaceState(null, '', path)
    if (token) storeToken(token, true)
    boot()
    expect(document.documentElement.dataset.first).toBe(shown)
  })
})

describe('while a member waits for the code', () => {
  it('the browser learns to write times, once it has nothing else to do', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    const whenIdle = vi.fn<(work: () => void) => void>()
    vi.stubGlobal('requestIdleCallback', whenIdle)
    boot()
    expect(whenIdle).not.toHaveBeenCalled()
    storeToken('t', true)
    boot()
    expect(made).not.toHaveBeenCalled()
    whenIdle.mock.lastCall?.[0]()
    expect(made).toHaveBeenCalledOnce()
  })
})
