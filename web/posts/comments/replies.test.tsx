import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { COMMENTS_PAGE_SIZE, type Comment, MESSAGES } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { feedReply, postBy } from '../../app/test-posts.ts'
import { hasDrafts } from '../../platform/drafts.ts'
import { deferredReply } from '../../platform/fake-server.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import { press, renderHome, resetHome, text } from '../test-home.tsx'
import { commentBy, commentsReply } from './test-comments.ts'

let soup: Post
beforeEach(() => {
  soup = postBy(ben, 'Soup is on.', { commentCount: 2 })
})
afterEach(resetHome)

async function open(threads: Comment[], replies: Parameters<typeof renderHome>[0] = {}) {
  const home = renderHome({
    'GET /posts/friends': () => feedReply([soup]),
    [`GET /posts/${soup._id}/comments`]: () => commentsReply(threads),
    ...replies,
  })
  await press(/^Comments/)
  return home
}

const repliesTo = (name: string) => screen.findByRole('list', { name: `Replies to ${name}` })

it('three replies stand below a comment, and more when they are asked for', async () => {
  const first = commentBy(ben, 'First.')
  const all = ['One', 'Two', 'Three', 'Four', 'Five'].map((words) => commentBy(ada, words, first))
  const shown = { ...first, replyCount: 5, replies: all.slice(0, 3) }
  const rest = `GET /posts/${soup._id}/comments?parentId=${first._id}&after=${all[2]?._id}`
  await open([shown], { [rest]: () => commentsReply(all.slice(3)) })
  const list = await repliesTo('Ben')
  expect(within(list).getAllByRole('listitem').length).toBe(3)
  await press('Show 2 more replies')
  await text('Five')
  expect(within(list).getAllByRole('listitem').length).toBe(5)
  expect(screen.queryByRole('button', { name: /more repl/ })).toBeNull()
  expect(document.activeElement).toBe(list)
})

it('a reply is sent below what it answers, to a reply with its name', async () => {
  const first = commentBy(ada, 'First.')
  const reply = commentBy(ben, 'A reply.', first)
  const { server } = await open([{ ...first, replyCount: 1, replies: [reply] }], {
    [`POST /posts/${soup._id}/comments`]: () =>
      commentsReply([commentBy(ada, '@Ben Yes', first)], 201),
  })
  await press('Reply to Ben')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply to Ben' })
  expect([field.value, document.activeElement]).toEqual(['@Ben ', field])
  fireEvent.change(field, { target: { value: '@Ben Yes' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  const list = await repliesTo('Ada')
  await waitFor(() => expect(within(list).getAllByRole('listitem').length).toBe(2))
  expect(server.bodies(`POST /posts/${soup._id}/comments`)).toEqual([
    { text: '@Ben Yes', parentId: reply._id },
  ])
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /reply/ })).toBeNull())
  await screen.findByRole('button', { name: 'Comments 3' })
})

it('the focus goes back to where one replied, also from the button that sends it', async () => {
  const first = commentBy(ben, 'First.')
  await open([first], {
    [`POST /posts/${soup._id}/comments`]: () => commentsReply([commentBy(ada, 'Yes', first)], 201),
  })
  const reply = await screen.findByRole('button', { name: 'Reply to Ben' })
  act(() => reply.focus())
  fireEvent.click(reply)
  const field = screen.getByRole('textbox', { name: 'Your reply to Ben' })
  fireEvent.change(field, { target: { value: 'Yes' } })
  act(() => screen.getByRole('button', { name: 'Send reply' }).focus())
  await press('Send reply')
  await waitFor(() => expect(field.isConnected).toBe(false))
  expect(document.activeElement).toBe(reply)
})

it('what is written is there again after Esc', async () => {
  await open([commentBy(ben, 'First.')])
  await press('Reply to Ben')
  const field = screen.getByRole('textbox', { name: 'Your reply to Ben' })
  fireEvent.change(field, { target: { value: 'Hm' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('textbox', { name: /reply/ })).toBeNull()
  await press('Reply to Ben')
  expect(screen.getByDisplayValue('Hm')).toBeTruthy()
})

it('of a deleted comment a mark stands above its replies', async () => {
  const first = commentBy(ben, '')
  const reply = commentBy(ada, 'A reply.', first)
  await open([{ ...first, user: null, isDeleted: true, replyCount: 1, replies: [reply] }])
  await text('This comment was deleted.')
  await repliesTo('a deleted comment')
})

it('the name of one goes as the reply is for another, and is nothing that was written', async () => {
  const first = commentBy(ada, 'First.')
  const reply = commentBy(ben, 'A reply.', first)
  await open([{ ...first, replyCount: 1, replies: [reply] }])
  await press('Reply to Ben')
  expect(screen.getByDisplayValue('@Ben')).toBeTruthy()
  await press('Reply to Ada')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply to Ada' })
  expect(field.value).toBe('')
  await press('Reply to Ben')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(hasDrafts()).toBe(false)
})

it('a reply that was begun waits in its place, and takes no focus', async () => {
  const first = commentBy(ben, 'First.')
  await open([first])
  await press('Reply to Ben')
  const begun = screen.getByRole('textbox', { name: 'Your reply to Ben' })
  fireEvent.change(begun, { target: { value: 'Hm' } })
  await press(/^Comments/)
  expect(begun.isConnected).toBe(false)
  await press(/^Comments/)
  const field = await screen.findByDisplayValue('Hm')
  expect(document.activeElement).not.toBe(field)
  await press('Reply to Ben')
  expect(document.activeElement).toBe(field)
})

it('the field stays for who writes the next one while one is on its way', async () => {
  const first = commentBy(ben, 'First.')
  const add = deferredReply()
  await open([first], { [`POST /posts/${soup._id}/comments`]: add.reply })
  await press('Reply to Ben')
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Your reply/ })
  fireEvent.change(field(), { target: { value: 'One' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  await screen.findByText('Sending…')
  fireEvent.change(field(), { target: { value: 'And' } })
  add.answer(commentsReply([commentBy(ada, 'One', first)], 201))
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  expect(field().value).toBe('And')
})

it('more replies that do not come are told, and asked for again', async () => {
  const first = commentBy(ben, 'First.')
  const all = ['One', 'Two', 'Three', 'Four'].map((words) => commentBy(ada, words, first))
  const rest = `GET /posts/${soup._id}/comments?parentId=${first._id}&after=${all[2]?._id}`
  let status = 500
  await open([{ ...first, replyCount: 4, replies: all.slice(0, 3) }], {
    [rest]: () => commentsReply(all.slice(3), status),
  })
  await press('Show 1 more reply')
  await text(MESSAGES.loadFailed)
  status = 200
  await press('Show 1 more reply')
  await text('Four')
  expect(screen.queryByText(MESSAGES.loadFailed)).toBeNull()
})

it('a reply that waits for a network is in sight wherever what it answers is not', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open([commentBy(ben, 'First.')])
  const place = { owner: ada._id, queryKey: ['comments', soup._id] }
  const fields = { text: 'Later', parentId: '9999999999999' }
  await act(() => outbox.add({ id: 'a-key', ...place, path: '/posts', fields }))
  const list = await screen.findByRole('list', { name: 'Comments, oldest first' })
  expect(await within(list).findByText('Later')).toBeTruthy()
  await outbox.wipeOf(() => true)
  vi.restoreAllMocks()
})

it('a reply is counted once where the feed is being read meanwhile', async () => {
  const first = commentBy(ben, 'First.')
  const reply = commentBy(ben, 'A reply.', first)
  const late = deferredReply()
  const feeds = [() => feedReply([soup]), late.reply]
  const { router } = await open([{ ...first, replyCount: 1, replies: [reply] }], {
    'GET /posts/friends': () => feeds.shift()?.() ?? late.reply(),
    [`POST /posts/${soup._id}/comments`]: () => commentsReply([commentBy(ada, 'Yes', first)], 201),
  })
  await text('A reply.')
  vi.setSystemTime(Date.now() + 60_000)
  await act(() => router.navigate('/'))
  fireEvent.click(screen.getAllByRole('button', { name: 'Reply to Ben' })[0] as HTMLElement)
  const field = screen.getByRole('textbox', { name: 'Your reply to Ben' })
  fireEvent.change(field, { target: { value: 'Yes' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await text('Yes')
  late.answer(feedReply([{ ...soup, commentCount: 3 }, postBy(ben, 'Bread.')]))
  await text('Bread.')
  const [ofSoup] = screen.getAllByRole('button', { name: /^Comments/ })
  expect(ofSoup?.textContent).toBe('3')
})

it('a reply is counted from where its post was read last, not from an older page of it', async () => {
  const first = commentBy(ben, 'First.')
  const others = Array.from({ length: COMMENTS_PAGE_SIZE - 1 }, () => commentBy(ada, 'Another.'))
  const counted = (commentCount: number) => ({ ...soup, commentCount })
  const { router } = renderHome(
    {
      [`GET /posts/${soup._id}`]: () => ({ status: 200, body: counted(20) }),
      'GET /posts/friends': () => feedReply([counted(25)]),
      [`GET /posts/${soup._id}/comments`]: () => commentsReply([first, ...others]),
      [`POST /posts/${soup._id}/comments`]: () =>
        commentsReply([commentBy(ada, 'Yes', first)], 201),
    },
    `/posts/${soup._id}`,
  )
  await screen.findByRole('button', { name: 'Comments 20' })
  vi.setSystemTime(Date.now() + 60_000)
  await act(() => router.navigate('/'))
  fireEvent.click(await screen.findByRole('button', { name: 'Comments 25' }))
  await press('Reply to Ben')
  const field = screen.getByRole('textbox', { name: 'Your reply to Ben' })
  fireEvent.change(field, { target: { value: 'Yes' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByRole('button', { name: 'Comments 26' })
})
