import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as COMMENT_MESSAGES, commentList } from '../../contract/comments.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { claimDrafts, wipeDraftsOf } from '../platform/drafts.ts'
import { deferredReply, errorReply, type Reply } from '../platform/fake-server.ts'
import { installFakeUploads } from '../platform/fake-upload.ts'
import { outbox } from '../platform/offline/outbox.ts'
import type { OutboxItem } from '../platform/offline/outbox-item.ts'
import { readToken } from '../platform/token-store.ts'
import { persistMember, readPersistedMember } from './persisted-queries.ts'
import { ada } from './test-app.tsx'
import { COMMENTS, go, prepareOffline, resetOffline, soup, text, visit } from './test-offline.ts'
import { created, feedReply, postBy } from './test-posts.ts'

beforeEach(prepareOffline)
afterEach(resetOffline)

describe('without a network', () => {
  it('a comment waits where it was written, and is sent once', async () => {
    const _id = '6000000000001'
    const createdAt = new Date().toISOString()
    const said = commentList.parse([
      {
        ...{ _id, user: soup.user, text: 'With bread?', createdAt, editedAt: null, revision: 0 },
        ...{ parentId: null, isDeleted: false, mentions: [], replyCount: 0, replies: [] },
      },
    ])
    let made: typeof said = []
    visit('/', {
      [`GET ${COMMENTS}`]: () => ({ status: 200, body: made }),
      [`POST ${COMMENTS}`]: () => {
        made = [...made, ...said]
        return { status: 201, body: made }
      },
    })
    await text('There is soup.')
    fireEvent.click(screen.getByRole('button', { name: 'Comments' }))
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Your comment')
    await go(false)
    fireEvent.change(field, { target: { value: 'With bread?' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(await text('Waiting to be sent')).toBeTruthy()
    expect(field.value).toBe('')
    expect(screen.queryByText(COMMENT_MESSAGES.addFailed)).toBeNull()
    await go(true)
    await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull())
    expect(screen.getAllByText('With bread?')).toHaveLength(1)
    expect(made).toHaveLength(1)
    await waitFor(() => expect(outbox.items()).toEqual([]))
  })

  it('what a server in trouble does not take is tried again after ever longer pauses', async () => {
    const MESSAGES_OF_SPACE = '/spaces/7/messages'
    const { server } = visit('/', {
      [`POST ${MESSAGES_OF_SPACE}`]: () =>
        errorReply(507, 'storage_full', 'There is no room left.'),
    })
    const tried = () => server.count(`POST ${MESSAGES_OF_SPACE}`)
    await text('There is soup.')
    vi.useFakeTimers()
    const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
    const message = { owner: ada._id, queryKey: ['messages', '7'], path: MESSAGES_OF_SPACE }
    await act(() => outbox.add({ id: 'm-1', ...message, fields: { content: 'Anybody?' } }))
    expect(tried()).toBe(1)
    for (const [index, seconds] of [15, 30, 60, 120, 240, 240].entries()) {
      await pass(seconds - 5)
      expect(tried()).toBe(index + 1)
      await pass(5)
      expect(tried()).toBe(index + 2)
    }
    await go(true)
    await pass(1)
    expect(tried()).toBe(8)
  })

  it('what waits has the same pauses while it is asked who is here, and goes once that is said', async () => {
    const who = { reply: 'no answer' as Reply, tookMs: 0 }
    persistMember(ada)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server } = visit('/', {
      'GET /users/user': async () => {
        await new Promise((resolve) => setTimeout(resolve, who.tookMs))
        return who.reply
      },
      'POST /spaces/7/messages': () => errorReply(502, 'bad_gateway', 'Bad gateway.'),
    })
    await screen.findAllByText('Hi, Ada')
    const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
    const message = { owner: ada._id, queryKey: ['messages', '7'], path: '/spaces/7/messages' }
    await act(() => outbox.add({ id: 'm-1', ...message, fields: { content: 'Anybody?' } }))
    const tried = () => server.count('POST /spaces/7/messages')
    await pass(13)
    expect(tried()).toBe(1)
    await pass(3)
    expect(tried()).toBe(2)
    await pass(27)
    expect(tried()).toBe(2)

    const asked = () => server.count('GET /users/user')
    const askedBefore = asked()
    expect(askedBefore).toBeGreaterThan(10)
    // An answer that hangs is not asked for again meanwhile.
    who.tookMs = 10_000
    await pass(9)
    expect(asked()).toBe(askedBefore + 1)
    Object.assign(who, { reply: { status: 200, body: ada }, tookMs: 0 })
    const triedBefore = tried()
    await pass(8)
    expect(tried()).toBe(triedBefore + 1)
  })

  describe('what waits for a place', () => {
    const messageTo = (space: string) => ({
      ...{ id: `m-${space}`, owner: ada._id, queryKey: ['messages', space] },
      ...{ path: `/spaces/${space}/messages`, fields: { content: 'Anybody?' } },
    })
    const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

    it('and fails slowly has its pause after each try', async () => {
      installFakeUploads({ isFetched: true })
      const begun: number[] = []
      visit('/', {
        'POST /spaces/7/messages': async (): Promise<Reply> => {
          begun.push(Date.now() / 1_000)
          await new Promise((resolve) => setTimeout(resolve, 290_000))
          return 'no answer'
        },
      })
      await text('There is soup.')
      vi.useFakeTimers()
      act(() => void outbox.add({ ...messageTo('7'), images: [] }))
      await pass(60 * 60)
      const pauses = begun.slice(1).map((at, index) => Math.round(at - (begun[index] ?? 0) - 290))
      expect(pauses).toEqual([15, 30, 60, 120, 240, 240, 240, 240])
      // The try that is under way ends in this test.
      await act(() => outbox.wipeOf(() => true))
      await pass(290)
    })

    it('is tried soon, however long something waits for another one', async () => {
      const { server } = visit('/', {
        'POST /spaces/7/messages': () => errorReply(507, 'storage_full', 'There is no room left.'),
        'POST /spaces/8/messages': () => 'no answer',
      })
      const tried = () => server.count('POST /spaces/8/messages')
      await text('There is soup.')
      vi.useFakeTimers()
      await act(() => outbox.add(messageTo('7')))
      await pass(60 * 60)
      await act(() => outbox.add(messageTo('8')))
      expect(tried()).toBe(1)
      await pass(15)
      expect(tried()).toBe(2)
    })
  })

  it('leaving the page is guarded only while something is held that it would take along', async () => {
    const listen = vi.spyOn(window, 'addEventListener')
    const guards = () => listen.mock.calls.filter(([type]) => type === 'beforeunload').length
    visit('/', { 'POST /spaces/7/messages': () => 'no answer' })
    await text('There is soup.')
    expect(guards()).toBe(0)
    const message = { owner: ada._id, queryKey: ['messages', '7'], path: '/spaces/7/messages' }
    await act(() => outbox.add({ id: 'm-1', ...message, fields: { content: 'Anybody?' } }))
    expect(guards()).toBe(1)
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)
    await act(() => outbox.discard('m-1'))
    expect(leave()).toBe(true)
  })

  it('a comment on a post that is gone meanwhile is found on Home, to be copied or let go', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { ...navigator, onLine: true, clipboard: { writeText } })
    const gone = errorReply(404, 'not_found', MESSAGES.postMissing)
    const again = deferredReply()
    const replies = [() => gone, again.reply]
    visit('/', {
      'GET /posts/friends': () => feedReply([]),
      [`POST ${COMMENTS}`]: () => replies.shift()?.() ?? gone,
      'POST /spaces/7/messages': () => errorReply(403, 'forbidden', 'You are not in this space.'),
    })
    await text(MESSAGES.friendsEmpty)
    const onSoup = { owner: ada._id, queryKey: ['comments', soup._id], path: COMMENTS }
    const message = { owner: ada._id, queryKey: ['messages', '7'], path: '/spaces/7/messages' }
    await act(async () => {
      await outbox.add({ id: 'c-1', ...onSoup, fields: { text: 'With bread?' } })
      await outbox.add({ id: 'm-1', ...message, fields: { content: 'Are you all there?' } })
    })
    expect(await text(`Not sent. ${MESSAGES.postMissing} Your words are on Home.`)).toBeTruthy()
    const list = await screen.findByRole('region', { name: 'What could not be sent' })
    const [comment, said] = within(list).getAllByRole('listitem')
    if (!comment || !said) throw new Error('Both are to be there.')
    expect(within(comment).getByText('With bread?')).toBeTruthy()
    expect(within(said).getByText('Are you all there?')).toBeTruthy()

    fireEvent.click(within(comment).getByRole('button', { name: 'Copy' }))
    expect(await text('Your words are copied.')).toBeTruthy()
    expect(writeText).toHaveBeenCalledWith('With bread?')

    // It stays in sight, refused again, and the focus with it.
    fireEvent.click(within(comment).getByRole('button', { name: 'Retry' }))
    expect(await within(comment).findByText('Sending…')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('What could not be sent'))
    again.answer(gone)
    expect(await within(comment).findByRole('alert')).toBeTruthy()

    fireEvent.click(within(comment).getByRole('button', { name: 'Discard' }))
    fireEvent.click(within(said).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: /not be sent/ })).toBeNull())
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(outbox.items()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(readToken()).toBeNull())
  })

  it('a post that another tab sent is read anew, and counted there alone', async () => {
    const listen = vi.spyOn(outbox, 'onResult')
    let posts = [soup]
    visit('/', { 'GET /posts/friends': () => feedReply(posts) })
    await text('There is soup.')
    posts = [postBy(ada, 'From the tunnel'), soup]
    const item = { id: 'p-1', owner: ada._id, queryKey: ['feed'], path: '/posts', fields: {} }
    act(() => {
      for (const [listener] of listen.mock.calls) listener({ item: item as unknown as OutboxItem })
    })
    expect(await text('From the tunnel')).toBeTruthy()
    expect((await readPersistedMember())?.postCount).toBe(ada.postCount)
  })

  it('a draft holds up the logout, which would wipe it', async () => {
    visit('/')
    await text('There is soup.')
    claimDrafts(ada._id)
    localStorage.setItem(`draft:${ada._id}:post-text`, 'Half a thought')
    const logout = () => fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
    logout()
    const question = await screen.findByRole('alertdialog', {
      name: 'Log out and lose what was not sent?',
    })
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(readToken()).toBe('mine')
    expect(localStorage.getItem(`draft:${ada._id}:post-text`)).toBe('Half a thought')
    wipeDraftsOf(() => true)
    logout()
    await waitFor(() => expect(readToken()).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('a post waits over the feed, can be discarded, and holds up the logout', async () => {
    installFakeUploads({ isFetched: true })
    const { router } = visit('/create-post', {
      'POST /posts': () => ({ status: 201, body: created(soup) }),
    })
    const field = await screen.findByLabelText('Your post')
    await go(false)
    fireEvent.change(field, { target: { value: 'From the tunnel' } })
    fireEvent.click(screen.getByRole('button', { name: 'Post' }))
    expect(await text('Waiting to be sent')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/')
    expect(screen.queryByText(MESSAGES.created)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
    expect(await text('Log out and lose what was not sent?')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(readToken()).toBe('mine')
    // No database here: it would end with the page.
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('From the tunnel')).toBeNull())
    expect(leave()).toBe(true)
  })
})
