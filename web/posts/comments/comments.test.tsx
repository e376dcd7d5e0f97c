import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as POST_MESSAGES } from '../../../contract/posts.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { feedReply, postBy } from '../../app/test-posts.ts'
import { deferredReply, errorReply, type Reply } from '../../platform/fake-server.ts'
import { button, press, renderHome, resetHome, text } from '../test-home.tsx'
import { commentBy, commentsReply, readAheadOf } from './test-comments.ts'

afterEach(resetHome)

const FRIENDS = 'GET /posts/friends'
let soup = postBy(ben, 'Soup is on.')
let READ = ''
let ADD = ''
beforeEach(() => {
  soup = postBy(ben, 'Soup is on.', { commentCount: 2 })
  READ = `GET /posts/${soup._id}/comments`
  ADD = `POST /posts/${soup._id}/comments`
})

const REFUSED = errorReply(500, 'internal_error', '')
const MISSING = errorReply(404, 'not_found', POST_MESSAGES.postMissing)
const first = commentBy(ben, 'First.')
const second = commentBy(ada, 'Second.')

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your comment')
async function write(words: string) {
  fireEvent.change(await field(), { target: { value: words } })
  fireEvent.keyDown(await field(), { key: 'Enter' })
}
const shown = () =>
  within(screen.getByRole('list', { name: 'Comments, oldest first' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p[dir]')?.textContent)

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
    renderHome({ [FRIENDS]: () => feedReply([soup]), [READ]: () => reply })
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
    renderHome({ [FRIENDS]: () => feedReply([soup]), [READ]: () => MISSING })
    await press(/^Comments 2/)
    expect(await text(POST_MESSAGES.postMissing)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('a new comment', () => {
  async function visitSoup(add: () => Reply | Promise<Reply>) {
    const home = renderHome({
      [FRIENDS]: () => feedReply([soup]),
      [READ]: () => commentsReply([first, second]),
      [ADD]: add,
    })
    await press(/^Comments/)
    await text('Second.')
    return home
  }
  const third = commentBy(ada, 'Third.')

  it('is there at once, and stays', async () => {
    const add = deferredReply()
    const { server } = await visitSoup(add.reply)
    await write('  Third. ')
    await waitFor(() => expect(shown()).toEqual(['First.', 'Second.', 'Third.']))
    expect(screen.getByText('Sending…')).toBeTruthy()
    expect(await button(/^Comments 3/)).toBeTruthy()
    expect((await field()).value).toBe('')
    await act(async () => add.answer(commentsReply([first, second, third], 201)))
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
    expect(shown()).toEqual(['First.', 'Second.', 'Third.'])
    expect(await button(/^Comments 3/)).toBeTruthy()
    expect(server.bodies(ADD)).toEqual([{ text: 'Third.' }])
  })

  it('that is blank is not sent, and nothing is said', async () => {
    const { server } = await visitSoup(() => commentsReply([first, second, third], 201))
    await write(' \n ')
    expect(server.count(ADD)).toBe(0)
    expect(screen.queryByRole('alert')).toBeNull()
    await write('Third.')
    await waitFor(() => expect(server.count(ADD)).toBe(1))
  })

  it('is not sent by Shift and Enter, nor while an input method composes', async () => {
    const { server } = await visitSoup(() => commentsReply([first, second, third], 201))
    fireEvent.change(await field(), { target: { value: 'Third.' } })
    fireEvent.keyDown(await field(), { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(await field(), { key: 'Enter', isComposing: true })
    expect(server.count(ADD)).toBe(0)
    await press('Send comment')
    await waitFor(() => expect(server.count(ADD)).toBe(1))
  })

  it('that fails is in the field again, and the next try has the same key', async () => {
    let reply: Reply = 'no answer'
    const { sentKeys } = await visitSoup(() => reply)
    await write('Third.')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to add comment')
    expect((await field()).value).toBe('Third.')
    expect(shown()).toEqual(['First.', 'Second.'])
    reply = commentsReply([first, second, third], 201)
    await press('Send comment')
    await waitFor(() => expect(shown()).toEqual(['First.', 'Second.', 'Third.']))
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
    await write('Third.')
    await waitFor(() => expect(sentKeys()).toHaveLength(3))
    const [failed, again, another] = sentKeys()
    expect(again).toBe(failed)
    expect(another).not.toBe(failed)
  })

  it('whose answer is lost with the page is the same in the next one, unless it is begun anew', async () => {
    const { unmount, sentKeys } = await visitSoup(() => new Promise(() => {}))
    await write('Third.')
    await waitFor(() => expect(sentKeys()).toHaveLength(1))
    unmount()
    const next = renderHome({
      [FRIENDS]: () => feedReply([soup]),
      [READ]: () => commentsReply([first, second]),
      [ADD]: () => REFUSED,
    })
    await text('Second.')
    await press('Send comment')
    await waitFor(() => expect(next.sentKeys()).toEqual(sentKeys()))
    await screen.findByRole('alert')
    fireEvent.change(await field(), { target: { value: '' } })
    await write('Third.')
    await waitFor(() => expect(next.sentKeys()).toHaveLength(2))
    expect(next.sentKeys()[1]).not.toBe(sentKeys()[0])
  })

  it('whose first copy was made and is deleted by now is sent as another', async () => {
    const replies: Reply[] = ['no answer', MISSING, commentsReply([first, second, third], 201)]
    const { sentKeys } = await visitSoup(() => replies.shift() ?? REFUSED)
    await write('Third.')
    await screen.findByRole('alert')
    await press('Send comment')
    await waitFor(() => expect(shown()).toEqual(['First.', 'Second.', 'Third.']))
    const [lost, gone, another] = sentKeys()
    expect(gone).toBe(lost)
    expect(another).not.toBe(lost)
    await waitFor(async () => expect((await field()).value).toBe(''))
  })

  it('that fails stands before what was typed meanwhile', async () => {
    const add = deferredReply()
    await visitSoup(add.reply)
    await write('Third.')
    fireEvent.change(await field(), { target: { value: 'Fourth.' } })
    expect((await field()).value).toBe('Fourth.')
    await act(async () => add.answer(REFUSED))
    await vi.waitFor(async () => expect((await field()).value).toBe('Third.\nFourth.'))
  })

  describe('beside another tab', () => {
    const draft = () => `draft:comment-${soup._id}`
    const hear = (texts: Record<string, string>) =>
      act(async () => {
        for (const [key, value] of Object.entries(texts)) {
          localStorage.setItem(key, value)
          window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
        }
      })

    it('that sends leaves what is typed there meanwhile to that tab', async () => {
      await visitSoup(() => REFUSED)
      await hear({ [draft()]: 'Third.', [`${draft()}-next`]: 'Fourth.' })
      expect((await field()).value).toBe('Third.')
      expect(localStorage.getItem(`${draft()}-next`)).toBe('Fourth.')
    })

    it('takes away only what was sent once it is there', async () => {
      const add = deferredReply()
      await visitSoup(add.reply)
      await write('Third. ')
      fireEvent(window, new Event('pagehide'))
      await hear({ [draft()]: 'Third. \nFourth.' })
      await act(async () => add.answer(commentsReply([first, second, third], 201)))
      await waitFor(async () => expect((await field()).value).toBe('Fourth.'))
    })

    it('leaves words that are others by now', async () => {
      const add = deferredReply()
      await visitSoup(add.reply)
      await write('Third.')
      fireEvent(window, new Event('pagehide'))
      await hear({ [draft()]: 'Third. And more' })
      await act(async () => add.answer(commentsReply([first, second, third], 201)))
      await waitFor(async () => expect((await field()).value).toBe('Third. And more'))
    })

    it('closed while it sent leaves what was typed next to who comes', async () => {
      localStorage.setItem('draft-owner', ada._id)
      localStorage.setItem(draft(), 'Third.')
      localStorage.setItem(`${draft()}-next`, 'Fourth.')
      await visitSoup(() => REFUSED)
      expect((await field()).value).toBe('Third.\nFourth.')
    })
  })

  it('that is too long says so and is not sent', async () => {
    const { server } = await visitSoup(() => commentsReply([first, second, third], 201))
    await write('x'.repeat(1_001))
    expect(await text('A comment can have at most 1,000 characters.')).toBeTruthy()
    expect(screen.getByText('1001 / 1000')).toBeTruthy()
    expect(server.count(ADD)).toBe(0)
    await write('x'.repeat(1_000))
    await waitFor(() => expect(server.count(ADD)).toBe(1))
  })

  it('waits on the device until it is sent', async () => {
    const { unmount } = await visitSoup(() => REFUSED)
    fireEvent.change(await field(), { target: { value: 'Half a thou' } })
    fireEvent(window, new Event('pagehide'))
    unmount()
    renderHome({ [FRIENDS]: () => feedReply([soup]), [READ]: () => commentsReply([first]) })
    await text('First.')
    expect((await field()).value).toBe('Half a thou')
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
