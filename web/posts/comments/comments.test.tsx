import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as POST_MESSAGES } from '../../../contract/posts.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { feedReply, postBy } from '../../app/test-posts.ts'
import { button, press, renderHome, resetHome, text } from '../test-home.tsx'
import {
  FRIENDS,
  field,
  first,
  MISSING,
  prepareCommentedPost,
  READ,
  REFUSED,
  second,
  shown,
  soup,
} from './test-commented-post.ts'
import { commentBy, commentsReply, readAhead, readAheadOf } from './test-comments.ts'

beforeEach(prepareCommentedPost)
afterEach(resetHome)

describe('comments', () => {
  it('opened by a press come into sight, and move nothing when they close', async () => {
    const scrollIntoView = vi.fn()
    Object.defineProperty(Element.prototype, 'scrollIntoView', {
      configurable: true,
      value: scrollIntoView,
    })
    renderHome({ [FRIENDS]: () => feedReply([soup]), [READ]: () => commentsReply([first]) })
    await press(/^Comments/)
    expect(await field()).toBeTruthy()
    await waitFor(() =>
      expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({
        block: 'nearest',
        behavior: 'smooth',
      }),
    )
    await press(/^Comments/)
    expect(screen.queryByLabelText('Your comment')).toBeNull()
    expect(scrollIntoView).toHaveBeenCalledOnce()
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })

  it('of the first three cards of each page are read ahead, and of no other', async () => {
    const pages = [1, 2].map((page) =>
      [1, 2, 3, 4].map((card) => postBy(ben, `Card ${page}.${card}`)),
    )
    const [first = [], second = []] = pages.map((page) => page.slice(0, 3).map(({ _id }) => _id))
    const [ofFirst, ofSecond] = [readAheadOf(first), readAheadOf(second)]
    const { server } = renderHome({
      [FRIENDS]: () => feedReply(pages[0] ?? [], 'next'),
      [`${FRIENDS}?cursor=next`]: () => feedReply(pages[1] ?? []),
      ...{ [ofFirst]: () => REFUSED, [ofSecond]: () => REFUSED },
    })
    const read = () =>
      new Set(
        server.requests.map(({ path }) => `GET ${path}`).filter((one) => one.includes('/comments')),
      )
    await text('Card 1.4')
    await waitFor(() => expect(read()).toEqual(new Set([ofFirst])))
    await press('Load More Posts')
    await text('Card 2.4')
    await waitFor(() => expect(read()).toEqual(new Set([ofFirst, ofSecond])))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('open in place, oldest first, as text', async () => {
    renderHome({ [FRIENDS]: () => feedReply([soup]), [READ]: () => commentsReply([first, second]) })
    const toggle = await button(/^Comments 2/)
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByText('First.')).toBeNull()
    fireEvent.click(toggle)
    await text('First.')
    expect(shown()).toEqual(['First.', 'Second.'])
    expect(screen.getByText('First.').getAttribute('dir')).toBe('auto')
    fireEvent.click(toggle)
    expect(screen.queryByText('First.')).toBeNull()
  })

  it('that cannot be read say so, and come on another try', async () => {
    let reply = REFUSED
    renderHome({
      [FRIENDS]: () => feedReply([soup]),
      ...{ [READ]: () => reply, ...readAhead([soup._id], {}) },
    })
    await press(/^Comments 2/)
    await text('Failed to load comments')
    const again = await screen.findByRole('button', { name: 'Try again' })
    // Not before: what is read ahead would ask for them as well.
    reply = commentsReply([first])
    fireEvent.click(again)
    expect(await text('First.')).toBeTruthy()
  })

  it('go back page by page', async () => {
    const newest = Array.from({ length: 50 }, (_, index) => commentBy(ben, `Newest ${index}.`))
    const older = [first, second]
    renderHome({
      [FRIENDS]: () => feedReply([{ ...soup, commentCount: 52 }]),
      [READ]: () => commentsReply(newest),
      [`${READ}?before=${newest[0]?._id}`]: () => commentsReply(older),
    })
    await press(/^Comments 52/)
    await press('Show earlier comments')
    await text('First.')
    expect(shown().slice(0, 3)).toEqual(['First.', 'Second.', 'Newest 0.'])
    expect(screen.queryByRole('button', { name: 'Show earlier comments' })).toBeNull()
  })

  it('under a post that is gone give way to a sentence', async () => {
    renderHome({
      [FRIENDS]: () => feedReply([soup]),
      ...{ [READ]: () => MISSING, ...readAhead([soup._id], {}) },
    })
    await press(/^Comments 2/)
    expect(await text(POST_MESSAGES.postMissing)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('a comment that is deleted', () => {
  const third = commentBy(ada, 'Third.')
  const removal = () => `DELETE /posts/${soup._id}/comments/${third._id}`
  const options = (name: string) => `Options for the comment of ${name}`

  it('goes after a question, and its count with it', async () => {
    let kept = [first, third]
    const { server } = renderHome({
      [FRIENDS]: () => feedReply([soup]),
      [READ]: () => commentsReply(kept),
      [removal()]: () => {
        kept = [first]
        return { status: 200, body: { msg: 'The comment is deleted.' } }
      },
    })
    await press(/^Comments 2/)
    await press(options('Ada'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await text('Delete this comment?')).toBeTruthy()
    expect(server.count(removal())).toBe(0)
    await press('Delete')
    await waitFor(() => expect(screen.queryByText('Third.')).toBeNull())
    expect(server.count(removal())).toBe(1)
  })

  it('stays when the server refuses, and who wrote neither is not asked', async () => {
    renderHome({
      [FRIENDS]: () => feedReply([soup]),
      [READ]: () => commentsReply([first, third]),
      [removal()]: () => REFUSED,
    })
    await press(/^Comments 2/)
    await press(options('Ben'))
    await screen.findByRole('menuitem', { name: 'Block…' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    await press(options('Ada'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await press('Delete')
    expect(await text('Failed to delete comment')).toBeTruthy()
    expect(screen.getByText('Third.')).toBeTruthy()
  })
})
