import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer as answerBy, cacheShell, dropOldShells, type Shell } from './shell.ts'

const ORIGIN = 'https://snug.example.org'
const shell: Shell = { version: 'b', files: ['/assets/home-1.js', '/boot.js'] }
const page = (path: string) => ({ method: 'GET', url: ORIGIN + path, mode: 'navigate' }) as Request
const file = (path: string) => ({ method: 'GET', url: ORIGIN + path, mode: 'no-cors' }) as Request
const away = async () => Promise.reject(new TypeError('Failed to fetch'))

/** As much of the browser's caches as is used. */
function playedCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>()
  const pathOf = (of: string | Request) =>
    new URL(typeof of === 'string' ? of : of.url, ORIGIN).pathname
  return {
    async open(name: string) {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return {
        addAll: async (requests: Request[]) => {
          for (const each of requests)
            entries.set(pathOf(each), new Response(`kept ${pathOf(each)}`))
        },
        match: async (of: string | Request) => entries.get(pathOf(of))?.clone(),
        put: async (of: string | Request, response: Response) =>
          void entries.set(pathOf(of), response),
      }
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  } as unknown as CacheStorage
}

/** What the browser is to wait for before it stops the worker. */
let waitedFor: Promise<unknown>[] = []
const answer = (
  of: Shell,
  request: Request,
  caches: CacheStorage,
  fetch: typeof globalThis.fetch,
) => answerBy(of, request, caches, fetch, (work) => void waitedFor.push(work))

let caches: CacheStorage

beforeEach(async () => {
  waitedFor = []
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal(
    'Request',
    class {
      url: string
      constructor(url: string) {
        this.url = url
      }
    },
  )
  caches = playedCaches()
  await cacheShell(shell, caches)
})
afterEach(() => vi.unstubAllGlobals())

const textOf = async (response: Promise<Response> | undefined) => (await response)?.text()

describe('a place', () => {
  it('is the newest there is', async () => {
    const fetch = async () => new Response('newest')
    expect(await textOf(answer(shell, page('/friends'), caches, fetch))).toBe('newest')
  })

  it.each([
    ['the network is away', away],
    ['something before the server says that it is', async () => new Response('', { status: 502 })],
  ])('opens from what is kept while %s', async (_, fetch) => {
    expect(await textOf(answer(shell, page('/friends'), caches, fetch))).toBe('kept /')
  })

  it('fails as ever where nothing is kept', async () => {
    const nothing = playedCaches()
    await expect(answer(shell, page('/'), nothing, away)).rejects.toThrow('Failed to fetch')
  })
})

describe('a file', () => {
  it('with a hash is not asked for again', async () => {
    const fetch = vi.fn(async () => new Response('of the server'))
    expect(await textOf(answer(shell, file('/assets/home-1.js'), caches, fetch))).toBe(
      'kept /assets/home-1.js',
    )
    expect(fetch).not.toHaveBeenCalled()
    expect(await textOf(answer(shell, file('/assets/greek.woff2'), caches, fetch))).toBe(
      'of the server',
    )
    await Promise.all(waitedFor)
    expect(await textOf(answer(shell, file('/assets/greek.woff2'), caches, away))).toBe(
      'of the server',
    )
  })

  it('without one is the newest, or else the kept one', async () => {
    const fetch = async () => new Response('newest')
    expect(await textOf(answer(shell, file('/boot.js'), caches, fetch))).toBe('newest')
    expect(await textOf(answer(shell, file('/boot.js'), caches, away))).toBe('kept /boot.js')
  })
})

describe('where the browser’s caches', () => {
  const fails = async () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'))
  const cache = { match: async () => undefined, put: async () => {} }
  const over = (part: object) =>
    ({ open: async () => ({ ...cache, ...part }) }) as unknown as CacheStorage

  describe.each<[string, CacheStorage]>([
    ['cannot be opened', { open: fails } as unknown as CacheStorage],
    ['cannot be read', over({ match: fails })],
    ['have no room', over({ put: fails })],
  ])('%s', (_, broken) => {
    it.each([page('/friends'), file('/assets/home-1.js'), file('/boot.js')])(
      'the network’s answer is handed out: %#',
      async (request) => {
        const fetch = async () => new Response('of the server')
        expect(await textOf(answer(shell, request, broken, fetch))).toBe('of the server')
        await expect(Promise.all(waitedFor)).resolves.toBeDefined()
        await expect(answer(shell, request, broken, away)).rejects.toThrow('Failed to fetch')
      },
    )
  })

  it('take long, the answer does not wait for them', async () => {
    const slow = over({ put: () => new Promise(() => {}) })
    const fetch = async () => new Response('of the server')
    expect(await textOf(answer(shell, file('/assets/home-1.js'), slow, fetch))).toBe(
      'of the server',
    )
    expect(waitedFor).toHaveLength(1)
  })
})

it('leaves all that is about a member to the page, and all that is not ours', () => {
  const fetch = vi.fn()
  for (const path of ['/api/posts/friends', '/api/docs', '/media/post/x/320.webp?sig=1']) {
    expect(answer(shell, file(path), caches, fetch)).toBeUndefined()
    expect(answer(shell, page(path), caches, fetch)).toBeUndefined()
  }
  const post = { ...file('/'), method: 'POST', url: `${ORIGIN}/` } as Request
  expect(answer(shell, post, caches, fetch)).toBeUndefined()
  const foreign = { ...file('/'), url: 'https://open.spotify.com/' } as Request
  expect(answer(shell, foreign, caches, fetch)).toBeUndefined()
})

it('of an older version goes when the new one takes over', async () => {
  await cacheShell({ version: 'a', files: [] }, caches)
  await caches.open('of somebody else')
  await dropOldShells(shell, caches)
  expect(await caches.keys()).toEqual(['shell-b', 'of somebody else'])
})
