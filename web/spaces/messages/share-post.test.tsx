import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../../contract/posts.ts'
import { MESSAGE_MAX } from '../../../contract/spaces.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { postBy } from '../../app/test-posts.ts'
import { deferredReply, errorReply, type Reply } from '../../platform/fake-server.ts'
import {
  button,
  choose,
  messageBy,
  press,
  renderSpaces,
  resetSpaces,
  spaceMessageReply,
  text,
  type,
} from '../test-spaces.tsx'
import { den, messagesOf, renderChat } from './test-chat.tsx'

afterEach(resetSpaces)

const postOf = (_id: string) => postBy(ben, `Post ${_id}`, { _id })

it('cards of shared posts are asked for together; what is gone says so', async () => {
  await renderChat([messageBy(ben, 100, { postId: '500' })], {
    'GET /posts/cards?ids=500': () => ({ status: 200, body: [postOf('500')] }),
  })
  await text('Post 500')
  // Where the part that draws cards has only just come, each may be drawn in a turn of its own.
  cleanup()

  const link = {
    url: 'https://tea.example/a',
    title: 'All about tea',
    description: '',
    site: 'Tea',
    image: null,
  }
  const said = [
    messageBy(ben, 101, { content: '', postId: '501' }),
    messageBy(ben, 102, { content: 'Gone', postId: '502' }),
    messageBy(ben, 103, { content: 'https://tea.example/a', link }),
  ]
  const CARDS = 'GET /posts/cards?ids=501,502'
  const { server } = await renderChat(said, {
    [CARDS]: () => ({ status: 200, body: [postOf('501')] }),
  })
  await text('Post 501')
  expect(await text(MESSAGES.postMissing)).toBeTruthy()
  expect(server.count(CARDS)).toBe(1)
  expect((await text('All about tea')).closest('a')?.href).toBe('https://tea.example/a')
})

it('what is only not loaded is not called gone', async () => {
  await renderChat([messageBy(ben, 101, { postId: '501' })], {
    'GET /posts/cards?ids=501': () => errorReply(503, 'unavailable', ''),
  })
  await text('The post could not be loaded.')
  expect(screen.queryByText(MESSAGES.postMissing)).toBeNull()
})

it('words beside a shared post are taken away again by an edit', async () => {
  const mine = messageBy(ada, 101, { content: 'Lol', postId: '501' })
  const EDIT = `PUT ${messagesOf(den)}/${mine._id}`
  const { server } = await renderChat([mine], {
    'GET /posts/cards?ids=501': () => ({ status: 200, body: [postOf('501')] }),
    [EDIT]: () => spaceMessageReply({ ...mine, changeSeq: 102, content: '' }),
  })
  await text('Lol')
  fireEvent.keyDown(await screen.findByLabelText('Message'), { key: 'ArrowUp' })
  await type('Edit message', '')
  fireEvent.keyDown(await screen.findByLabelText('Edit message'), { key: 'Enter' })
  await waitFor(() => expect(server.bodies(EDIT)).toEqual([{ content: '', revision: 0 }]))
})

describe('a public post', () => {
  const SEND = `POST ${messagesOf(den)}`
  const { _id, name, colorPalette, vibe } = den
  const room = { _id, name, colorPalette, vibe, isUnread: false, mute: null, lastMessage: null }
  const shared = () => spaceMessageReply(messageBy(ada, 1, { postId: '503' }), 201)

  /** Each is answered by the next of `replies`. */
  async function openDialog(...replies: (Reply | Promise<Reply>)[]) {
    const { server, sentKeys } = renderSpaces('/posts/503', {
      'GET /posts/503': () => ({ status: 200, body: postOf('503') }),
      'GET /spaces/rooms': () => ({ status: 200, body: { rooms: [room], folded: [] } }),
      [SEND]: () => replies.shift() ?? shared(),
    })
    await text('Post 503')
    await choose('Post options', 'Share to a space')
    return { server, sentKeys }
  }
  const chooseSpace = async () => fireEvent.click(await screen.findByRole('radio', { name }))

  it('is shared to a space of mine; a refusal keeps the words', async () => {
    const refused = errorReply(409, 'conflict', MESSAGES.onlyPublic)
    // It is asked under another key whether that one was spent.
    const { server, sentKeys } = await openDialog(refused, refused)
    await press('Share')
    await text('Please choose a space.')
    await chooseSpace()
    const words = await screen.findByLabelText(/Words/)
    fireEvent.change(words, { target: { value: 'a'.repeat(MESSAGE_MAX + 1) } })
    act(() => screen.getByRole('button', { name: 'Share' }).focus())
    await press('Share')
    expect(document.activeElement).toBe(words)
    await type(/Words/, 'Look')
    await press('Share')
    await text(MESSAGES.onlyPublic)
    await press('Share')
    await text(`Shared to ${name}.`)
    const sent = { content: 'Look', postId: '503' }
    await waitFor(() => expect(server.bodies(SEND)).toEqual([sent, sent, sent]))
    expect(new Set(sentKeys()).size).toBe(2)
  })

  it('is shared once over midnight as well, and the next day again', async () => {
    const at = (day: number, hours: number) =>
      vi.setSystemTime(new Date(2026, 10, day, hours, 59, 50))
    at(28, 23)
    const { sentKeys } = await openDialog('no answer', 'no answer', 'no answer')
    await chooseSpace()
    const share = async (n: number) => {
      await press('Share')
      await waitFor(() => expect(sentKeys()).toHaveLength(n))
      await waitFor(async () =>
        expect((await button('Share')).getAttribute('aria-busy')).toBeNull(),
      )
    }
    await share(1)
    at(29, 0)
    await share(2)
    at(30, 0)
    await share(3)
    const [first, second, third] = sentKeys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('that is refused says so also once the dialog is closed', async () => {
    const late = deferredReply()
    const refused = errorReply(409, 'conflict', MESSAGES.onlyPublic)
    await openDialog(late.reply(), refused)
    await chooseSpace()
    await press('Share')
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(async () => late.answer(refused))
    await text(MESSAGES.onlyPublic)
  })

  it('leaves alone what was begun in the dialog that was opened anew meanwhile', async () => {
    const late = deferredReply()
    await openDialog(late.reply())
    await chooseSpace()
    await type(/Words/, 'Look')
    await press('Share')
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/Words/)).readOnly).toBe(true)
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await choose('Post options', 'Share to a space')
    await type(/Words/, 'Look here')
    await act(async () => late.answer(shared()))
    await text(`Shared to ${name}.`)
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/Words/)).value).toBe('Look here')
  })

  it('keeps the words where the dialog is closed, and is shared once', async () => {
    const { sentKeys } = await openDialog('no answer')
    await chooseSpace()
    await type(/Words/, 'Look')
    await press('Share')
    await text('The post could not be shared.')
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await choose('Post options', 'Share to a space')
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/Words/)).value).toBe('Look')
    await chooseSpace()
    await press('Share')
    await text(`Shared to ${name}.`)
    expect(new Set(sentKeys()).size).toBe(1)
    await choose('Post options', 'Share to a space')
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/Words/)).value).toBe('')
  })
})
