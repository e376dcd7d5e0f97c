import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Post } from '../../contract/posts.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { createFakeServer } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { storeToken } from '../platform/token-store.ts'
// Loaded before the clock of the first test starts.
import './home-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  FakeSocket.reset()
  storeToken('a-token', false)
})

afterEach(() => {
  // The page goes before what it scrolls by.
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})

const known = postBy(ben, 'Known.', { createdAt: '2026-01-15T12:00:00.000Z' })
const later = (text: string) => postBy(ben, text, { createdAt: '2026-01-15T13:00:00.000Z' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const pills = () => screen.queryAllByRole('button', { name: /new post/ })

/** Ada has no friends yet. */
async function visit(first: Post[], own: Post[] = []) {
  const there = { friends: own, everybody: first }
  const server = createFakeServer({
    ...homeReplies(ada),
    'GET /posts/friends': () => feedReply(there.friends),
    'GET /posts/public': () => feedReply(there.everybody),
    [`GET /posts/${known._id}`]: () => ({ status: 200, body: { ...known, likeCount: 3 } }),
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router } = createTestApp('/', FakeSocket)
  render(element)
  await screen.findByText(own[0]?.text ?? /^No posts from your friends yet/)
  if (first.length > 0) await screen.findByText('Known.')
  await act(async () => FakeSocket.last.becomeReady())
  return { there, router }
}

const tell = (feed: 'friends' | 'public') =>
  act(async () => FakeSocket.last.receive({ type: 'new_posts', feed }))
const watched = () => FakeSocket.last.sent.filter(({ type }) => type === 'watch_feed').at(-1)

it('cards of everybody follow what people do with them, also on coming back', async () => {
  const { router } = await visit([known])
  expect(watched()).toMatchObject({ feed: 'public' })
  await act(async () => FakeSocket.last.receive({ type: 'post_changed', postId: known._id }))
  await pass(1_500)
  expect(await screen.findByRole('button', { name: /^Like.*3/ })).toBeTruthy()
  await act(() => router.navigate('/privacy'))
  await waitFor(() => expect(watched()).toMatchObject({ feed: null }))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(watched()).toMatchObject({ feed: 'public' }))
})

it.each([
  ['wait to be asked for', [known]],
  ['are announced where there were none', []],
])('new posts of everybody %s', async (_, first) => {
  const { there } = await visit(first)
  there.everybody = [later('Newer.'), ...first]
  await tell('public')
  await pass(1_000)
  await waitFor(() => expect(pills().map((pill) => pill.textContent)).toEqual(['1 new post']))
  expect(screen.queryByText('Newer.')).toBeNull()
  fireEvent.click(pills()[0] as HTMLElement)
  const region = await screen.findByRole('region', { name: 'Meanwhile, from everybody here' })
  expect(await within(region).findByText('Newer.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(region))
  expect(pills()).toEqual([])
})

it("a first friend's post is announced alone, and with it the friends feed is watched", async () => {
  const { there } = await visit([known])
  there.friends = [later('From a friend.')]
  there.everybody = [...there.friends, known]
  await tell('public')
  await pass(31_000)
  await waitFor(() => expect(pills().map((pill) => pill.textContent)).toEqual(['1 new post']))
  fireEvent.click(pills()[0] as HTMLElement)
  expect(await screen.findByText('From a friend.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Known.')).toBeNull())
  await waitFor(() => expect(watched()).toMatchObject({ feed: 'friends' }))
})

it('who has posted to everybody alone still follows what everybody says', async () => {
  await visit([known], [postBy(ada, 'To all.')])
  await waitFor(() => expect(watched()).toMatchObject({ feed: 'public' }))
})

it('own posts for friends are followed live, and of everybody it is asked', async () => {
  const own = postBy(ada, 'To my friends.', { audience: 'friends', chosenAudience: 'friends' })
  const { there } = await visit([known], [postBy(ada, 'To all.'), own])
  await waitFor(() => expect(watched()).toMatchObject({ feed: 'friends' }))
  there.everybody = [later('Newer.'), known]
  await pass(31_000)
  await waitFor(() => expect(pills().map((pill) => pill.textContent)).toEqual(['1 new post']))
})
