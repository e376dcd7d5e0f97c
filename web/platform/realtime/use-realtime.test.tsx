import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../token-store.ts'
import { FakeSocket } from './fake-socket.ts'
import { sendRealtimeMessage, startRealtime } from './realtime-client.ts'
import {
  useIsFeedWatched,
  useIsLive,
  useOnMissedEvents,
  useOnReconnect,
  useServerEvents,
  useSpacePresence,
  useWatchedFeed,
} from './use-realtime.ts'

const ADA = '111111111111111'
const BOOKS = '333333333333333'
const MUSIC = '444444444444444'

const READ_BEFORE_MS = 2_000
let stop = () => {}

beforeEach(() => {
  FakeSocket.reset()
  storeToken('mine', false)
})

afterEach(() => {
  cleanup()
  stop()
})

async function start() {
  stop = startRealtime(ADA, FakeSocket, Date.now() - READ_BEFORE_MS)
  await act(async () => {})
}

const socket = () => FakeSocket.last
const said = (type: string) => socket().sent.filter((message) => message.type === type)
const becomeReady = () => act(async () => socket().becomeReady())
const comeBack = () =>
  act(async () => {
    socket().drop()
    window.dispatchEvent(new Event('online'))
    socket().becomeReady()
  })

/** A chat, or else the friends feed. */
function usePlace(spaceId: string | null) {
  useSpacePresence(spaceId)
  useWatchedFeed(spaceId === null ? 'friends' : null, Date.now, () => {})
}

it('tells components whether the line is up', async () => {
  const { result } = renderHook(useIsLive)
  await start()
  expect(result.current).toBe(false)
  await becomeReady()
  expect(result.current).toBe(true)
  await act(async () => socket().drop())
  expect(result.current).toBe(false)
})

it('gives each event to the handler there is by then', async () => {
  const first = vi.fn()
  const second = vi.fn()
  const { rerender, unmount } = renderHook(useServerEvents, { initialProps: first })
  await start()
  await becomeReady()
  rerender(second)
  await act(async () => socket().receive({ type: 'account_changed' }))
  unmount()
  await act(async () => socket().receive({ type: 'account_changed' }))
  expect(first).toHaveBeenCalledExactlyOnceWith({
    type: 'ready',
    unreadCount: 0,
    unreadConversations: 0,
    isMissed: false,
  })
  expect(second).toHaveBeenCalledExactlyOnceWith({ type: 'account_changed' })
})

it('calls back each time the line came up after it was down', async () => {
  const catchUp = vi.fn()
  const first = renderHook(() => useOnReconnect(catchUp))
  await start()
  expect(catchUp).not.toHaveBeenCalled()
  await becomeReady()
  expect(catchUp).toHaveBeenCalledOnce()
  await comeBack()
  expect(catchUp).toHaveBeenCalledTimes(2)
  first.unmount()
  renderHook(() => useOnReconnect(catchUp))
  expect(catchUp).toHaveBeenCalledTimes(2)
})

it('tries at once when the network is back, or somebody looks again', async () => {
  await start()
  socket().drop()
  window.dispatchEvent(new Event('online'))
  expect(FakeSocket.opened).toHaveLength(2)
  socket().drop()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSocket.opened).toHaveLength(3)
})

it('leaves the line to others while the page sleeps, and takes it up again', async () => {
  await start()
  await becomeReady()
  window.dispatchEvent(new Event('pagehide'))
  expect(socket().isClosed).toBe(true)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await act(async () => {})
  expect(FakeSocket.opened).toHaveLength(2)
})

it('stops for good', async () => {
  await start()
  await becomeReady()
  stop()
  expect(socket().isClosed).toBe(true)
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await act(async () => {})
  expect(FakeSocket.opened).toHaveLength(1)
})

it('says what is on screen, again after a break, and not what gives way at once', async () => {
  const { rerender, unmount } = renderHook(usePlace, { initialProps: BOOKS as string | null })
  await start()
  await becomeReady()
  await act(async () => rerender(MUSIC))
  expect(said('be_in_spaces')).toEqual([
    { type: 'be_in_spaces', spaceIds: [BOOKS] },
    { type: 'be_in_spaces', spaceIds: [MUSIC] },
  ])
  await comeBack()
  expect(said('be_in_spaces')).toEqual([{ type: 'be_in_spaces', spaceIds: [MUSIC] }])
  await act(async () => rerender(null))
  expect(said('be_in_spaces').at(-1)).toEqual({ type: 'be_in_spaces', spaceIds: [] })
  expect(said('watch_feed')).toEqual([
    { type: 'watch_feed', feed: 'friends', heardMsAgo: expect.any(Number) },
  ])
  await act(async () => unmount())
  expect(said('watch_feed').at(-1)).toEqual({ type: 'watch_feed', feed: null })
})

it('knows which feed is told', async () => {
  const { result } = renderHook(() => {
    useWatchedFeed('friends', Date.now, () => {})
    return { friends: useIsFeedWatched('friends'), public: useIsFeedWatched('public') }
  })
  await start()
  expect(result.current).toEqual({ friends: false, public: false })
  await becomeReady()
  expect(result.current).toEqual({ friends: true, public: false })
})

const missed = vi.fn()
const missedPosts = vi.fn()

function useBoth() {
  useOnMissedEvents(missed)
  useWatchedFeed('friends', () => Date.now() - READ_BEFORE_MS, missedPosts)
}

describe('what may have been missed', () => {
  beforeEach(() => {
    missed.mockClear()
    missedPosts.mockClear()
    vi.setSystemTime(Date.now())
  })
  afterEach(() => void vi.useRealTimers())
  it('is asked for with the time since it was read, and nothing is done when it was quiet', async () => {
    renderHook(useBoth)
    await start()
    await becomeReady()
    const { sent } = socket()
    for (const type of ['hello', 'watch_feed']) {
      const { heardMsAgo } = sent.find((message) => message.type === type) as { heardMsAgo: number }
      expect(heardMsAgo).toBeGreaterThanOrEqual(READ_BEFORE_MS)
      expect(heardMsAgo).toBeLessThan(READ_BEFORE_MS + 60_000)
    }
    expect([missed, missedPosts].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  })

  it('between the reading and the opening is told once, each to who shows it', async () => {
    renderHook(useBoth)
    await start()
    await act(async () => socket().becomeReady(0, true))
    expect([missed, missedPosts].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
    vi.setSystemTime(Date.now() + 1_000)
    await act(async () => {
      socket().drop()
      window.dispatchEvent(new Event('online'))
      socket().isFeedMissed = true
      socket().becomeReady(0, false)
    })
    expect([missed, missedPosts].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it('is taken for missed where the server does not say', async () => {
    renderHook(useBoth)
    await start()
    socket().open()
    await act(async () =>
      socket().receive({ type: 'ready', unreadCount: 0, unreadConversations: 0 }),
    )
    expect(missed).toHaveBeenCalledOnce()
  })
})

it('drops what is said while the line is down', async () => {
  await start()
  socket().open()
  sendRealtimeMessage({ type: 'typing', spaceId: BOOKS })
  await act(async () => socket().receive({ type: 'ready', unreadCount: 0, unreadConversations: 0 }))
  expect(said('typing')).toEqual([])
  sendRealtimeMessage({ type: 'typing', spaceId: BOOKS })
  expect(said('typing')).toHaveLength(1)
})
