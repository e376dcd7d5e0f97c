import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  MESSAGES as COMMENT_MESSAGES,
  COMMENTS_PAGE_SIZE,
  type Comment,
} from '../../contract/comments.ts'
import { MESSAGES, type Post } from '../../contract/posts.ts'
import { ada, ben } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { errorReply, type Reply } from '../platform/fake-server.ts'
import { commentBy, commentsReply, readAhead, readAheadOf } from './comments/test-comments.ts'
import { renderHome, resetHome, text } from './test-home.tsx'

const scrollIntoView = vi.fn()

beforeEach(() => {
  preferReducedMotion(false)
  Element.prototype.scrollIntoView = scrollIntoView
})

afterEach(() => {
  resetHome()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  scrollIntoView.mockReset()
})

function preferReducedMotion(matches: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches && query.includes('reduced-motion'),
    addEventListener() {},
    removeEventListener() {},
  }))
}
const page = (words: string) =>
  Array.from({ length: COMMENTS_PAGE_SIZE }, (_, index) => commentBy(ben, `${words} ${index}.`))
const olderThan = (comments: Comment[]) => `?before=${comments[0]?._id}`

/** Home, on a click of a notification that speaks of this comment. */
async function visitBy(post: Post, comment: Comment, replies: Parameters<typeof renderHome>[0]) {
  const home = renderHome({
    [`GET /posts/${post._id}`]: () => ({ status: 200, body: post }),
    [`GET /posts/${post._id}/comments?only=${comment._id}`]: () => commentsReply([comment]),
    ...replies,
  })
  await screen.findByRole('heading', { level: 1, name: 'Home' })
  const state = { comment: { postId: post._id, commentId: comment._id } }
  await act(() => home.router.navigate('/', { replace: true, state }))
  return home
}

const card = () => screen.findByRole('region', { name: 'From your notifications' })
const goneCard = () => screen.queryByRole('region', { name: 'From your notifications' })
const itemOf = (words: string) => text(words).then((found) => found.closest('li > div.flex'))

describe('the comment a notification speaks of', () => {
  const soup = postBy(ada, 'Soup is on.', { commentCount: 2 })
  const READ = `GET /posts/${soup._id}/comments`
  const first = commentBy(ben, 'First.')
  const second = commentBy(ben, 'Second.')

  it('is shown above the feed, in view and marked for a moment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await visitBy(soup, second, { [READ]: () => commentsReply([first, second]) })
    expect(await within(await card()).findByText('Soup is on.')).toBeTruthy()
    const item = await itemOf('Second.')
    await waitFor(() => expect(scrollIntoView.mock.contexts[0]).toBe(item))
    expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'center', behavior: 'smooth' })
    await waitFor(() => expect(document.activeElement).toBe(item))
    await waitFor(() => expect(item?.className).toContain('bg-ember-soft'))
    expect((await itemOf('First.'))?.className).not.toContain('bg-ember-soft')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(item?.className).not.toContain('bg-ember-soft')
  })

  it('comes without a glide where motion is not wanted', async () => {
    preferReducedMotion(true)
    await visitBy(soup, second, { [READ]: () => commentsReply([first, second]) })
    await itemOf('Second.')
    await waitFor(() =>
      expect(scrollIntoView).toHaveBeenCalledWith({ block: 'center', behavior: 'instant' }),
    )
  })

  it('is read though the comments were read ahead a moment before it was made', async () => {
    let comments = [first]
    const home = renderHome({
      'GET /posts/friends': () => feedReply([soup]),
      [`GET /posts/${soup._id}`]: () => ({ status: 200, body: soup }),
      ...readAhead([soup._id], { [soup._id]: [first] }),
      [READ]: () => commentsReply(comments),
      [`${READ}?only=${second._id}`]: () => commentsReply([second]),
    })
    await text('Soup is on.')
    await waitFor(() => expect(home.server.count(readAheadOf([soup._id]))).toBe(1))
    comments = [first, second]
    const state = { comment: { postId: soup._id, commentId: second._id } }
    await act(() => home.router.navigate('/', { replace: true, state }))
    const item = await itemOf('Second.')
    await waitFor(() => expect(scrollIntoView.mock.contexts).toContain(item))
  })

  it('is looked for on older pages', async () => {
    const newest = page('Newest')
    const older = page('Older')
    await visitBy({ ...soup, commentCount: 101 }, first, {
      [READ]: () => commentsReply(newest),
      [READ + olderThan(newest)]: () => commentsReply(older),
      [READ + olderThan(older)]: () => commentsReply([first]),
    })
    const item = await itemOf('First.')
    await waitFor(() => expect(scrollIntoView.mock.contexts).toContain(item))
  })

  it('is looked for on five pages, and no further', async () => {
    const pages = Array.from({ length: 6 }, (_, index) => page(`Page ${index}`))
    const { server } = await visitBy({ ...soup, commentCount: 301 }, first, {
      [READ]: () => commentsReply(pages[0] ?? []),
      ...Object.fromEntries(
        pages.map((comments, index) => [
          READ + olderThan(comments),
          () => commentsReply(pages[index + 1] ?? []),
        ]),
      ),
    })
    await text('Page 4 0.')
    await act(async () => {})
    const reads = server.requests.filter(({ path }) => path.includes('/comments'))
    expect(reads.filter(({ path }) => !path.includes('only')).length).toBe(5)
    expect(scrollIntoView).not.toHaveBeenCalled()
  })

  it('is asked for itself where it stands far back among replies, and no thread is read for it', async () => {
    const longThread = (words: string): Comment => {
      const thread = commentBy(ben, words)
      const replies = ['a', 'b', 'c'].map((each) => commentBy(ben, `${words} ${each}`, thread))
      return { ...thread, replyCount: 4_000, replies }
    }
    const threads = [longThread('Long.'), longThread('Longer.'), longThread('Longest.')]
    const [, longer] = threads
    const reply = commentBy(ben, 'Far back.', longer as Comment)
    const { server } = await visitBy(soup, reply, { [READ]: () => commentsReply(threads) })
    const item = await itemOf('Far back.')
    await waitFor(() => expect(document.activeElement).toBe(item))
    const lists = screen.getAllByRole('list', { name: 'Replies to Ben' })
    expect(lists.findIndex((list) => list.contains(item))).toBe(1)
    const reads = server.requests
      .map(({ path }) => path)
      .filter((path) => path.includes(READ.slice(4)))
    expect(reads.toSorted()).toEqual([READ.slice(4), `${READ.slice(4)}?only=${reply._id}`])
  })

  it('that cannot be had now can be asked for again', async () => {
    let reply: Reply = errorReply(503, 'busy', '')
    await visitBy(soup, second, {
      [READ]: () => commentsReply([first]),
      [`${READ}?only=${second._id}`]: () => reply,
    })
    const alert = await screen.findByText(COMMENT_MESSAGES.loadFailed)
    reply = errorReply(404, 'not_found', 'Gone.')
    const again = within(alert.closest('[role=alert]') as HTMLElement)
    fireEvent.click(again.getByRole('button', { name: 'Try again' }))
    await text(COMMENT_MESSAGES.missing)
    expect(screen.queryByText(COMMENT_MESSAGES.loadFailed)).toBeNull()
  })

  it('that is gone is told of as that, and not looked for', async () => {
    const { server } = await visitBy({ ...soup, commentCount: 301 }, first, {
      [READ]: () => commentsReply(page('Newest')),
      [`${READ}?only=${first._id}`]: () => errorReply(404, 'not_found', 'Gone.'),
    })
    await text('Newest 0.')
    await text(COMMENT_MESSAGES.missing)
    expect(server.requests.some(({ path }) => path.includes('before'))).toBe(false)
  })

  it('goes with Close, and is forgotten by a way back', async () => {
    const { router } = await visitBy(soup, second, { [READ]: () => commentsReply([first, second]) })
    await itemOf('Second.')
    await act(() => router.navigate('/no/such/place'))
    await text('There is nothing here')
    await act(() => router.navigate(-1))
    await screen.findByRole('heading', { level: 1, name: 'Home' })
    expect(goneCard()).toBeNull()
    const state = { comment: { postId: soup._id, commentId: second._id } }
    await act(() => router.navigate('/', { state }))
    fireEvent.click(within(await card()).getByRole('button', { name: 'Close' }))
    expect(goneCard()).toBeNull()
  })

  it('under a post that is gone gives way to a friendly sentence', async () => {
    await visitBy(soup, second, {
      [`GET /posts/${soup._id}`]: () => errorReply(404, 'not_found', MESSAGES.postMissing),
    })
    expect(await text(MESSAGES.postMissing)).toBeTruthy()
    fireEvent.click(within(await card()).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(MESSAGES.postMissing)).toBeNull()
  })

  it('under a post that cannot be had now can be asked for again', async () => {
    let reply: Reply = errorReply(500, 'internal_error', '')
    await visitBy(soup, second, {
      [`GET /posts/${soup._id}`]: () => reply,
      [READ]: () => commentsReply([first, second]),
    })
    const region = within(await card())
    fireEvent.click(await region.findByRole('button', { name: 'Try again' }))
    reply = { status: 200, body: soup }
    // A press while the try before it is under way asks for nothing more.
    await waitFor(() => {
      const again = region.queryByRole('button', { name: 'Try again' })
      if (again) fireEvent.click(again)
      expect(screen.getByText('Second.')).toBeTruthy()
    })
  })
})
