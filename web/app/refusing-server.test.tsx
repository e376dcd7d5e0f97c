import { getConfig, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeServer } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { storeToken } from '../platform/token-store.ts'
import { paths } from './paths.ts'
import { ada, createTestApp } from './test-app.tsx'

/** A part of a page that asks anew for what was refused may do so, once it is drawn itself. */
const ASKED_MAX = 3
const ID = '111111111111111'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  // Wide enough for all that stands beside a page.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('>='),
    addEventListener() {},
    removeEventListener() {},
  }))
  FakeSocket.reset()
  storeToken('a-token', false)
})
afterEach(() => vi.unstubAllGlobals())

it.each(Object.values(paths))(
  'asks a server that refuses everything but a few times at %s',
  async (path) => {
    const server = createFakeServer({ 'GET /users/user': () => ({ status: 200, body: ada }) })
    vi.stubGlobal('fetch', server.fetch)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const address = path.replace(':date', '2026-11-27').replace(/:\w+\??/, ID)
    render(createTestApp(address, FakeSocket).element)
    const asked = () => server.requests.map(({ method, path }) => `${method} ${path}`)
    await getConfig().asyncWrapper(async () => {
      // Until nothing was asked for a while, or too much was.
      for (let before = -1; before < asked().length && asked().length < 200; ) {
        before = asked().length
        await vi.dynamicImportSettled()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      // Nor after a pause.
      await vi.advanceTimersByTimeAsync(30_000)
    })
    const tooOften = Object.entries(Object.groupBy(asked(), (route) => route))
      .map(([route, times]) => ({ route, times: times?.length ?? 0 }))
      .filter(({ times }) => times > ASKED_MAX)
    expect(tooOften).toEqual([])
  },
)
