import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ada } from '../../app/test-app.tsx'
import { feedReply } from '../../app/test-posts.ts'
import { deferredReply, type Reply } from '../../platform/fake-server.ts'
import { button, press, renderHome, resetHome, text } from '../test-home.tsx'
import {
  ADD,
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
import { commentBy, commentsReply } from './test-comments.ts'

beforeEach(prepareCommentedPost)
afterEach(resetHome)

async function write(words: string) {
  fireEvent.change(await field(), { target: { value: words } })
  fireEvent.keyDown(await field(), { key: 'Enter' })
}

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
    fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 })
    expect((await field()).value).toBe('Third.')
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
    const draft = () => `draft:${ada._id}:comment-${soup._id}`
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
