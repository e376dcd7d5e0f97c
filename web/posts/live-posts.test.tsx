import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commentList } from '../../contract/comments.ts'
import { MESSAGES, type Post } from '../../contract/posts.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { createFakeServer, deferredReply, errorReply, type Reply } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { storeToken } from '../platform/token-store.ts'
// Loaded before the clock of the first test starts.
import './home-screen.tsx'
import './post-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('scrollTo', () => {})
  FakeSocket.reset()
  storeToken('a-token', false)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ok = (body: unknown): Reply => ({ status: 200, body })
const soup = postBy(ben, 'Soup is on.')
const { user } = soup
const vibed: Partial<Post> = {
  vibes: [{ emoji: '🌿', user: ben._id, username: 'Ben' }],
  vibeCounts: [{ emoji: '🌿', count: 1 }],
}

type There = { post: Post }

async function visit(
  path: string,
  first: Post,
  beforeReady?: (there: There) => void,
  replies: Record<string, () => Reply | Promise<Reply>> = {},
) {
  const there = {
    post: first,
    comments: [] as ReturnType<typeof commentList.parse>,
    isGone: false,
  }
  const READ = `GET /posts/${soup._id}`
  const server = createFakeServer({
    ...homeReplies(ada),
    'GET /posts/friends': () => feedReply([first]),
    [READ]: () =>
      there.isGone ? errorReply(404, 'not_found', MESSAGES.postMissing) : ok(there.post),
    [`${READ}/comments`]: () => ok(there.comments),
    ...replies,
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp(path, FakeSocket).element)
  await screen.findByText('Soup is on.')
  beforeReady?.(there)
  await act(async () => FakeSocket.last.becomeReady())
  const change = async (now: Partial<Post>) => {
    there.post = { ...there.post, ...now }
    await act(async () => FakeSocket.last.receive({ type: 'post_changed', postId: soup._id }))
  }
  return { there, change, server, reads: () => server.count(READ) }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const button = (name: RegExp) => screen.findByRole('button', { name })

describe('what changed after the page was read and before the line was open', () => {
  it.each(['/', `/posts/${soup._id}`])('is read on %s, once', async (path) => {
    const { reads } = await visit(path, soup, (there) => {
      there.post = { ...soup, likeCount: 3 }
      FakeSocket.last.isFeedMissed = true
    })
    const before = reads()
    await pass(1_500)
    expect(await button(/^Like.*3/)).toBeTruthy()
    await pass(30_000)
    expect(reads() - before).toBe(1)
  })

  it('costs nothing when it was quiet', async () => {
    const { reads } = await visit('/', soup)
    await pass(30_000)
    expect(reads()).toBe(0)
  })
})

describe('a card in a feed', () => {
  it('follows what people do with it, read once for what comes together', async () => {
    const { change, reads } = await visit('/', soup)
    await change({ likeCount: 1 })
    await change({ likeCount: 2, commentCount: 3 })
    await pass(1_500)
    expect(await button(/^Like.*2/)).toBeTruthy()
    expect(await button(/^Comments.*3/)).toBeTruthy()
    expect(reads()).toBe(1)
  })

  it('gets no row that it had not, so that nothing under it moves', async () => {
    const { change } = await visit('/', soup)
    await change({ ...vibed, likeCount: 1 })
    await pass(1_500)
    expect(await button(/^Like.*1/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /🌿/ })).toBeNull()
  })

  it('stays where a proxy without a server says that it is not there', async () => {
    let isAway = true
    const { change, server } = await visit('/', soup, undefined, {
      [`GET /posts/${soup._id}`]: () =>
        isAway ? errorReply(404, '', '') : ok({ ...soup, likeCount: 1 }),
    })
    await change({})
    await pass(1_500)
    expect(server.count(`GET /posts/${soup._id}`)).toBe(1)
    expect(screen.getByText('Soup is on.')).toBeTruthy()
    isAway = false
    await change({})
    await pass(1_500)
    expect(await button(/^Like.*1/)).toBeTruthy()
  })

  it('out of sight is read when it comes into sight', async () => {
    const { change, reads } = await visit('/', soup)
    const place = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    place.mockReturnValue({ top: 5_000, bottom: 5_200 } as DOMRect)
    await change({ likeCount: 1 })
    await pass(2_000)
    expect(reads()).toBe(0)
    place.mockReturnValue({ top: 100, bottom: 300 } as DOMRect)
    document.dispatchEvent(new Event('scroll'))
    await pass(1_500)
    expect(reads()).toBe(1)
  })
})

it('a change of a post that is not here is not kept, nor is the post read when it comes', async () => {
  const older = postBy(ben, 'Older still.')
  const READ_OLDER = `GET /posts/${older._id}`
  const { change, reads, server } = await visit('/', soup, undefined, {
    'GET /posts/friends': () => feedReply([soup], 'next'),
    'GET /posts/friends?cursor=next': () => feedReply([older]),
    [READ_OLDER]: () => ok(older),
  })
  await act(async () => FakeSocket.last.receive({ type: 'post_changed', postId: older._id }))
  await pass(2_000)
  fireEvent.click(await button(/^Load More Posts/))
  await screen.findByText('Older still.')
  await change({ likeCount: 1 })
  await pass(2_000)
  expect(reads()).toBe(1)
  expect(server.count(READ_OLDER)).toBe(0)
})

it('a change while the page with the post is on its way is read after it', async () => {
  const older = postBy(ben, 'Older still.')
  const next = deferredReply()
  await visit('/', soup, undefined, {
    'GET /posts/friends': () => feedReply([soup], 'next'),
    'GET /posts/friends?cursor=next': next.reply,
    [`GET /posts/${older._id}`]: () => ok({ ...older, likeCount: 7 }),
  })
  fireEvent.click(await button(/^Load More Posts/))
  await act(async () => FakeSocket.last.receive({ type: 'post_changed', postId: older._id }))
  await pass(2_000)
  await act(async () => next.answer(feedReply([older])))
  await screen.findByText('Older still.')
  document.dispatchEvent(new Event('scroll'))
  await pass(2_000)
  expect(await button(/^Like.*7/)).toBeTruthy()
})

describe('an open post', () => {
  it('shows comments as they come, and holds the field of who writes', async () => {
    const { there, change } = await visit(`/posts/${soup._id}`, soup)
    const scrollBy = vi.fn()
    vi.stubGlobal('scrollBy', scrollBy)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
    const comment = { ...{ createdAt: soup.createdAt, editedAt: null, revision: 0 }, user }
    const bare = { parentId: null, isDeleted: false, mentions: [], replyCount: 0, replies: [] }
    const said = (_id: string, text: string) => ({ ...comment, ...bare, _id, text })
    there.comments = commentList.parse([said('90', 'Mmh')])
    await change({ commentCount: 1, ...vibed })
    await pass(1_500)
    expect(await screen.findByText('Mmh')).toBeTruthy()
    expect(scrollBy).not.toHaveBeenCalled()
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('textbox', { name: 'Your comment' }))
    there.comments = commentList.parse([said('90', 'Mmh'), said('91', 'More, please')])
    await change({ commentCount: 2 })
    await pass(1_500)
    expect(await screen.findByText('More, please')).toBeTruthy()
    expect(scrollBy).toHaveBeenCalledWith({ top: 40, behavior: 'instant' })
    expect(await button(/🌿/)).toBeTruthy()
  })

  it('leaves the field of a reply where it is when comments come below it', async () => {
    const { there, change } = await visit(`/posts/${soup._id}`, soup)
    const scrollBy = vi.fn()
    vi.stubGlobal('scrollBy', scrollBy)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
    const comment = { ...{ createdAt: soup.createdAt, editedAt: null, revision: 0 }, user }
    const bare = { parentId: null, isDeleted: false, mentions: [], replyCount: 0, replies: [] }
    const said = (_id: string, text: string) => ({ ...comment, ...bare, _id, text })
    there.comments = commentList.parse([said('80', 'Mmh')])
    await change({ commentCount: 1 })
    await pass(1_500)
    const typist = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await typist.click(await button(/^Reply to Ben/))
    there.comments = commentList.parse([said('80', 'Mmh'), said('81', 'More, please')])
    await change({ commentCount: 2 })
    await pass(1_500)
    expect(await screen.findByText('More, please')).toBeTruthy()
    expect(scrollBy).not.toHaveBeenCalled()
    await typist.click(screen.getByRole('textbox', { name: 'Your comment' }))
    there.comments = [...there.comments, ...commentList.parse([said('82', 'Thanks')])]
    await change({ commentCount: 3 })
    await pass(1_500)
    expect(await screen.findByText('Thanks')).toBeTruthy()
    expect(scrollBy).toHaveBeenCalledWith({ top: 40, behavior: 'instant' })
  })

  it('that is gone leaves the feed, also while another page of it is on its way', async () => {
    const next = deferredReply()
    const { change, there } = await visit('/', soup, undefined, {
      'GET /posts/friends': () => feedReply([soup], 'next'),
      'GET /posts/friends?cursor=next': next.reply,
    })
    fireEvent.click(await button(/^Load More Posts/))
    there.isGone = true
    await change({})
    await pass(1_500)
    expect(screen.queryByText('Soup is on.')).toBeNull()
    await act(async () => next.answer(feedReply([postBy(ben, 'Older still.')])))
    expect(await screen.findByText('Older still.')).toBeTruthy()
    expect(screen.queryByText('Soup is on.')).toBeNull()
  })

  it('that is gone is no news either', async () => {
    const older = { ...postBy(ben, 'Older still.'), createdAt: '2026-01-15T12:00:00.000Z' }
    const { change, there } = await visit('/', soup, undefined, {
      'GET /posts/friends': () => feedReply([soup, older]),
    })
    await screen.findByText('Older still.')
    there.isGone = true
    await change({})
    await pass(1_500)
    expect(screen.queryByText('Soup is on.')).toBeNull()
    expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
  })

  it('that is gone is no news either where what is new was asked for before', async () => {
    const older = { ...postBy(ben, 'Older still.'), createdAt: '2026-01-15T12:00:00.000Z' }
    const newest = deferredReply()
    const replies = [() => feedReply([soup, older]), newest.reply]
    const { change, there, server } = await visit('/', soup, undefined, {
      'GET /posts/friends': () => replies.shift()?.() ?? feedReply([older]),
    })
    await screen.findByText('Older still.')
    await act(async () => FakeSocket.last.receive({ type: 'new_posts', feed: 'friends' }))
    await pass(1_000)
    expect(server.count('GET /posts/friends')).toBe(2)
    there.isGone = true
    await change({})
    await pass(1_500)
    expect(screen.queryByText('Soup is on.')).toBeNull()
    const first = postBy(ben, 'First.', { createdAt: '2126-01-15T12:00:00.000Z' })
    await act(async () => newest.answer(feedReply([first, soup, older])))
    expect(await screen.findByText('1 new post')).toBeTruthy()
  })

  it('says where it stood that it is gone', async () => {
    const { change, there } = await visit(`/posts/${soup._id}`, soup)
    there.isGone = true
    await change({})
    await pass(1_500)
    expect(await screen.findByText(MESSAGES.postMissing)).toBeTruthy()
  })

  it('says so as well to who is no friend of its author any more', async () => {
    const { there } = await visit(`/posts/${soup._id}`, soup)
    there.isGone = true
    const event = { type: 'friends_changed', memberId: ben._id } as const
    await act(async () => FakeSocket.last.receive(event))
    expect(await screen.findByText(MESSAGES.postMissing)).toBeTruthy()
    expect(screen.queryByText('Soup is on.')).toBeNull()
  })
})
