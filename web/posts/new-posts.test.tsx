import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { createFakeServer, errorReply, type Reply } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { storeToken } from '../platform/token-store.ts'
// Loaded before the clock of the first test starts.
import './home-screen.tsx'

const FRIENDS = 'GET /posts/friends'
const scrollIntoView = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('scrollTo', () => {})
  preferReducedMotion(false)
  Element.prototype.scrollIntoView = scrollIntoView
  storeToken('a-token', false)
})

afterEach(() => {
  // The page goes before what it scrolls by.
  cleanup()
  show('visible')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  scrollIntoView.mockReset()
})

/** Home with this friends feed on screen; what is answered later can be changed. */
async function visit(first: Reply, Socket?: typeof FakeSocket) {
  const feed = { reply: first }
  const server = createFakeServer({
    ...homeReplies(ada),
    [FRIENDS]: () => feed.reply,
    [`GET /posts/${known._id}`]: () => ({ status: 200, body: known }),
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp('/', Socket).element)
  await screen.findByText(/^Known|^No posts from your friends yet/)
  return { server, feed, checks: () => server.count(FRIENDS) - 1 }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const pill = () => screen.queryByRole('button', { name: /new post/ })
const known = postBy(ben, 'Known.', { createdAt: '2026-01-15T12:00:00.000Z' })
const later = (text: string, author = ben) =>
  postBy(author, text, { createdAt: '2026-01-15T13:00:00.000Z' })

function show(visibility: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

function preferReducedMotion(matches: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches && query.includes('reduced-motion'),
    addEventListener() {},
    removeEventListener() {},
  }))
}

describe('new posts', () => {
  it('are noticed within thirty seconds, and wait to be asked for', async () => {
    const { feed, checks } = await visit(feedReply([known]))
    feed.reply = feedReply([later('First.'), later('Second.'), known])
    await pass(28_000)
    expect(checks()).toBe(0)
    await pass(3_000)
    expect(checks()).toBe(1)
    expect(pill()?.textContent).toBe('2 new posts')
    expect(pill()?.closest('[role="status"]')).toBeTruthy()
    expect(screen.queryByText('First.')).toBeNull()
    expect(scrollIntoView).not.toHaveBeenCalled()
  })

  it('come with a press, which leads to the top of the feed', async () => {
    const { feed } = await visit(feedReply([known]))
    feed.reply = feedReply([later('First.'), known])
    await pass(31_000)
    fireEvent.click(pill() as HTMLElement)
    expect(scrollIntoView).toHaveBeenCalledWith({ block: 'start', behavior: 'smooth' })
    expect(await screen.findByText('First.')).toBeTruthy()
    expect(screen.getByText('Known.')).toBeTruthy()
    await waitFor(() => expect(pill()).toBeNull())
    const region = screen.getByRole('region', { name: 'Friends feed' })
    await waitFor(() => expect(document.activeElement).toBe(region))
  })

  it('come without a glide where motion is not wanted', async () => {
    preferReducedMotion(true)
    const { feed } = await visit(feedReply([known]))
    feed.reply = feedReply([later('First.'), known])
    await pass(31_000)
    fireEvent.click(pill() as HTMLElement)
    expect(scrollIntoView).toHaveBeenCalledWith({ block: 'start', behavior: 'instant' })
    await screen.findByText('First.')
  })

  it('that cannot be had are said to have failed, and the feed stays', async () => {
    const { feed } = await visit(feedReply([known]))
    feed.reply = feedReply([later('First.'), known])
    await pass(31_000)
    feed.reply = errorReply(400, 'bad_request', '')
    fireEvent.click(pill() as HTMLElement)
    expect(await screen.findByText('Failed to load posts')).toBeTruthy()
    expect(screen.getByText('Known.')).toBeTruthy()
  })

  it('are counted up to a page', async () => {
    const { feed } = await visit(feedReply([known]))
    const page = Array.from({ length: 10 }, (_, index) => later(`Number ${index}.`))
    feed.reply = feedReply(page, 'next')
    await pass(31_000)
    expect(pill()?.textContent).toBe('10+ new posts')
  })

  it("are others' posts, not one's own", async () => {
    const { feed, checks } = await visit(feedReply([known]))
    feed.reply = feedReply([later('From another device.', ada), known])
    await pass(31_000)
    expect(checks()).toBe(1)
    expect(pill()).toBeNull()
    feed.reply = feedReply([later('From a friend.'), later('From another device.', ada), known])
    await pass(30_000)
    expect(pill()?.textContent).toBe('1 new post')
  })

  it('are not older ones that came into sight', async () => {
    const { feed, checks } = await visit(feedReply([known]))
    const older = postBy(ben, 'Older.', { createdAt: '2026-01-15T11:00:00.000Z' })
    feed.reply = feedReply([known, older])
    await pass(31_000)
    expect(checks()).toBe(1)
    expect(pill()).toBeNull()
  })

  it('that cannot be looked for are no trouble worth a word', async () => {
    const { feed, checks } = await visit(feedReply([known]))
    feed.reply = errorReply(500, 'internal_error', '')
    await pass(31_000)
    expect(checks()).toBe(1)
    expect(screen.queryByRole('alert')).toBeNull()
    feed.reply = feedReply([later('First.'), known])
    await pass(30_000)
    expect(pill()?.textContent).toBe('1 new post')
  })
})

describe('the look for new posts', () => {
  it('rests while the tab is hidden, and is made at once on coming back', async () => {
    const { feed, checks } = await visit(feedReply([known]))
    act(() => show('hidden'))
    feed.reply = feedReply([later('First.'), known])
    await pass(120_000)
    expect(checks()).toBe(0)
    act(() => show('visible'))
    await waitFor(() => expect(checks()).toBe(1))
    expect(await screen.findByRole('button', { name: '1 new post' })).toBeTruthy()
  })

  it('is not made again on coming back within ten seconds', async () => {
    const { checks } = await visit(feedReply([known]))
    await pass(11_000)
    act(() => show('hidden'))
    act(() => show('visible'))
    await waitFor(() => expect(checks()).toBe(1))
    await pass(5_000)
    act(() => show('hidden'))
    act(() => show('visible'))
    await pass(1_000)
    expect(checks()).toBe(1)
  })

  it('rests while offline, and is made at once when the network is back', async () => {
    const { checks } = await visit(feedReply([known]))
    act(() => void window.dispatchEvent(new Event('offline')))
    await pass(65_000)
    expect(checks()).toBe(0)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(checks()).toBe(1))
  })
})

describe('new posts of which the server tells', () => {
  const socket = () => FakeSocket.last
  const becomeReady = () => act(async () => socket().becomeReady())
  const tell = (feed: 'friends' | 'public') =>
    act(async () => socket().receive({ type: 'new_posts', feed }))
  const hold = async (minutes: number) => {
    for (let beat = 0; beat < minutes * 3; beat++) {
      await pass(20_000)
      act(() => socket().receive({ type: 'pong' }))
    }
  }
  beforeEach(FakeSocket.reset)

  it('are looked at a second later, all at once', async () => {
    const { feed, checks } = await visit(feedReply([known]), FakeSocket)
    await becomeReady()
    expect(socket().sent).toContainEqual(
      expect.objectContaining({ type: 'watch_feed', feed: 'friends' }),
    )
    feed.reply = feedReply([later('First.'), later('Second.'), known])
    await tell('friends')
    await pass(500)
    await tell('friends')
    expect(checks()).toBe(0)
    await pass(500)
    expect(checks()).toBe(1)
    await waitFor(() => expect(pill()?.textContent).toBe('2 new posts'))
    expect(screen.queryByText('First.')).toBeNull()
    await pass(5_000)
    expect(checks()).toBe(1)
  })

  it('may be older ones, where somebody has become a friend', async () => {
    const { feed } = await visit(feedReply([known]), FakeSocket)
    await becomeReady()
    const older = postBy(ben, 'Older.', { createdAt: '2026-01-15T11:00:00.000Z' })
    feed.reply = feedReply([known, older])
    await act(async () => socket().receive({ type: 'friends_changed', memberId: ben._id }))
    await waitFor(() => expect(pill()?.textContent).toBe('1 new post'))
    expect(screen.queryByText('Older.')).toBeNull()
  })

  it('may be older ones also once something happened to a post that is there', async () => {
    const { feed, server } = await visit(feedReply([known]), FakeSocket)
    await becomeReady()
    const older = postBy(ben, 'Older.', { createdAt: '2026-01-15T11:00:00.000Z' })
    feed.reply = feedReply([known, older])
    await act(async () => socket().receive({ type: 'friends_changed', memberId: ben._id }))
    await waitFor(() => expect(pill()?.textContent).toBe('1 new post'))
    await act(async () => socket().receive({ type: 'post_changed', postId: known._id }))
    await pass(1_500)
    expect(server.count(`GET /posts/${known._id}`)).toBe(1)
    expect(pill()?.textContent).toBe('1 new post')
  })

  it('fill an empty feed at once when somebody becomes a friend', async () => {
    const { feed } = await visit(feedReply([]), FakeSocket)
    await becomeReady()
    feed.reply = feedReply([known])
    await act(async () => socket().receive({ type: 'friends_changed', memberId: ben._id }))
    expect(await screen.findByText('Known.')).toBeTruthy()
  })

  it('in the other feed are not', async () => {
    const { checks } = await visit(feedReply([known]), FakeSocket)
    await becomeReady()
    await tell('public')
    await pass(5_000)
    expect(checks()).toBe(0)
  })

  it('are not looked for any more', async () => {
    const { checks } = await visit(feedReply([known]), FakeSocket)
    await becomeReady()
    await hold(6)
    expect(checks()).toBe(0)
  })

  it('are looked at at once where some came before it told', async () => {
    const { feed, checks } = await visit(feedReply([known]), FakeSocket)
    feed.reply = feedReply([later('First.'), known])
    socket().isFeedMissed = true
    await becomeReady()
    await waitFor(() => expect(pill()?.textContent).toBe('1 new post'))
    await hold(6)
    expect(checks()).toBe(1)
  })

  it('are looked for again when the line is down', async () => {
    const { checks } = await visit(feedReply([known]), FakeSocket)
    await becomeReady()
    await hold(3)
    expect(checks()).toBe(0)
    act(() => socket().drop())
    await pass(31_000)
    expect(checks()).toBe(1)
  })

  it('are looked at when somebody looks here, if nobody did before', async () => {
    const { checks } = await visit(feedReply([known]), FakeSocket)
    await becomeReady()
    act(() => show('hidden'))
    await tell('friends')
    await pass(5_000)
    expect(checks()).toBe(0)
    act(() => show('visible'))
    await waitFor(() => expect(checks()).toBe(1))
  })
})
