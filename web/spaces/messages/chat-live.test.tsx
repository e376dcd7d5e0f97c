import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { deferredReply, type Reply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  authorOf,
  DISCOVER,
  field,
  link,
  MINE,
  messageBy,
  messagesReply,
  press,
  renderSpaces,
  resetSpaces,
  spaceListReply,
  spaceMessageReply,
  spaceNamed,
  spacePageReply,
  spaceReply,
  text,
} from '../test-spaces.tsx'
import { created, den, live, messagesOf, renderChat, tell } from './test-chat.tsx'

afterEach(resetSpaces)

const MESSAGES_PATH = `GET ${messagesOf(den)}`

const changed = (message: SpaceMessage) =>
  tell({ type: 'message_changed', spaceId: den._id, message })
const words = () =>
  [...document.querySelectorAll('[data-message-id] p[dir]')].map(({ textContent }) => textContent)
const said = () => FakeSocket.last.sent.filter(({ type }) => type === 'typing')

const render = (replies: Parameters<typeof renderChat>[1] = {}) =>
  renderChat([messageBy(ben, 99), messageBy(ben, 100)], replies)

describe('what is told of a chat', () => {
  it('shows by itself: new, edited, deleted', async () => {
    await render({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    await created(messageBy(ben, 101))
    await waitFor(() => expect(words()).toEqual(['Message 99', 'Message 100', 'Message 101']))
    await changed(messageBy(ben, 99, { changeSeq: 102, content: 'Better' }))
    await changed(messageBy(ben, 100, { changeSeq: 103, content: '', isDeleted: true }))
    await waitFor(() => expect(words()).toEqual(['Better', 'Message 101']))
  })

  it('is new only when it came while the member was away', async () => {
    await render({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    await created(messageBy(ben, 101))
    await text('Message 101')
    expect(screen.queryByText('New')).toBeNull()
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await created(messageBy(ben, 102))
    const line = (await text('New')).closest('li')
    sight.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await created(messageBy(ben, 103))
    await text('Message 103')
    expect(line?.nextElementSibling?.textContent).toContain('Message 102')
  })

  it('of another space changes nothing here', async () => {
    await render({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    const elsewhere = spaceNamed('The attic')._id
    await tell({ type: 'message_created', spaceId: elsewhere, message: messageBy(ben, 101) })
    expect(words()).toEqual(['Message 99', 'Message 100'])
    await created(messageBy(ben, 102))
    await waitFor(() => expect(words()).toHaveLength(3))
  })

  it('is my own message once, whether the answer or the stream comes first', async () => {
    await render({
      [`POST /spaces/${den._id}/messages`]: async ({ body }) => {
        const { clientId } = body as { clientId: string }
        const mine = messageBy(ada, 101, { content: 'Hello.', clientId })
        FakeSocket.last.receive({ type: 'message_created', spaceId: den._id, message: mine })
        return spaceMessageReply(mine, 201)
      },
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
    })
    await live()
    fireEvent.change(await field('Message'), { target: { value: 'Hello.' } })
    fireEvent.keyDown(await field('Message'), { key: 'Enter' })
    await waitFor(() => expect(words()).toEqual(['Message 99', 'Message 100', 'Hello.']))
    expect(screen.queryByText('Sending…')).toBeNull()
    expect(screen.getAllByText('Hello.')).toHaveLength(1)
  })

  it('is asked for after a break, until there is nothing new', async () => {
    let missed: Reply = messagesReply([])
    const { server } = await render({
      [`${MESSAGES_PATH}?after=100`]: () => missed,
      [`${MESSAGES_PATH}?after=102`]: () => messagesReply([messageBy(ben, 103)]),
      [`${MESSAGES_PATH}?after=103`]: () => messagesReply([]),
    })
    await live()
    missed = messagesReply([messageBy(ben, 101), messageBy(ben, 102)])
    await act(async () => {
      FakeSocket.last.drop()
      window.dispatchEvent(new Event('online'))
      FakeSocket.last.becomeReady()
    })
    await waitFor(() => expect(words()).toHaveLength(5))
    await waitFor(() => expect(server.count(`${MESSAGES_PATH}?after=103`)).toBe(1))
  })

  it('is asked for once more after a break while it is being asked for', async () => {
    const beforeBreak = deferredReply()
    const replies = [beforeBreak.reply, () => messagesReply([messageBy(ben, 101)])]
    const { server } = await render({
      [`${MESSAGES_PATH}?after=100`]: () => replies.shift()?.() ?? messagesReply([]),
      [`${MESSAGES_PATH}?after=101`]: () => messagesReply([]),
    })
    await live()
    await waitFor(() => expect(server.count(`${MESSAGES_PATH}?after=100`)).toBe(1))
    await act(async () => {
      FakeSocket.last.drop()
      window.dispatchEvent(new Event('online'))
      FakeSocket.last.becomeReady()
    })
    await act(async () => beforeBreak.answer(messagesReply([])))
    await waitFor(() => expect(words()).toEqual(['Message 99', 'Message 100', 'Message 101']))
  })

  it('is asked for where the line came while the chat was being opened', async () => {
    const opening = deferredReply()
    const replies = [() => messagesReply([messageBy(ben, 101)])]
    const { server } = renderSpaces(`/spaces/${den._id}`, {
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [MESSAGES_PATH]: opening.reply,
      [`${MESSAGES_PATH}?after=100`]: () => replies.shift()?.() ?? messagesReply([]),
      [`${MESSAGES_PATH}?after=101`]: () => messagesReply([]),
    })
    await waitFor(() => expect(server.count(MESSAGES_PATH)).toBeGreaterThan(0))
    await live()
    await act(async () => opening.answer(messagesReply([messageBy(ben, 99), messageBy(ben, 100)])))
    await waitFor(() => expect(words()).toEqual(['Message 99', 'Message 100', 'Message 101']))
  })

  it('is asked for when the stream shows that something is missing', async () => {
    let missed: Reply = messagesReply([])
    const { server } = await render({
      [`${MESSAGES_PATH}?after=100`]: () => missed,
      [`${MESSAGES_PATH}?after=103`]: () => messagesReply([]),
    })
    await live()
    await waitFor(() => expect(server.count(`${MESSAGES_PATH}?after=100`)).toBe(1))
    missed = messagesReply([messageBy(ben, 101), messageBy(ben, 102), messageBy(ben, 103)])
    await created(messageBy(ben, 103))
    await waitFor(() => expect(words()).toHaveLength(5))
    expect(words().slice(2)).toEqual(['Message 101', 'Message 102', 'Message 103'])
  })

  it('is asked for every few seconds while there is no line', async () => {
    let fresh: SpaceMessage[] = []
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await render({
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply(fresh),
      [`${MESSAGES_PATH}?after=101`]: () => messagesReply([]),
    })
    fresh = [messageBy(ben, 101)]
    await act(() => vi.advanceTimersByTimeAsync(4_100))
    await waitFor(() => expect(words()).toContain('Message 101'))
  })
})

describe('company', () => {
  it('is who is here now', async () => {
    await render({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    await waitFor(() =>
      expect(FakeSocket.last.sent).toContainEqual({ type: 'be_in_spaces', spaceIds: [den._id] }),
    )
    await tell({ type: 'presence', spaceId: den._id, userIds: [ada._id, ben._id] })
    await press('2 here now')
    expect(screen.getByRole('dialog', { name: 'Here now' }).textContent).toContain('Ben')
  })

  it('is named where numbers are not wanted', async () => {
    const quiet = { ...ada, quietNumbers: true }
    await render({
      'GET /users/user': () => ({ status: 200, body: quiet }),
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
    })
    await live()
    await tell({ type: 'presence', spaceId: den._id, userIds: [ada._id, ben._id] })
    expect(await screen.findByRole('button', { name: 'You and Ben here now' })).toBeTruthy()
  })

  it('is shown typing for five seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await render({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    const typing = { type: 'typing', spaceId: den._id, userId: ben._id, username: 'Ben' } as const
    const toldAt = Date.now()
    await tell(typing)
    expect(await text('Ben is typing…')).toBeTruthy()
    // Some of the time has gone by itself: the clock runs on while the words are waited for.
    const until = (ms: number) => act(() => vi.advanceTimersByTimeAsync(toldAt + ms - Date.now()))
    await until(4_900)
    expect(screen.getByText('Ben is typing…')).toBeTruthy()
    await until(5_500)
    expect(screen.queryByText('Ben is typing…')).toBeNull()
    await tell(typing)
    await created(messageBy(ben, 101))
    expect(screen.queryByText('Ben is typing…')).toBeNull()
  })

  it('is told that I type, every two seconds at most', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await render({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    const box = await field('Message')
    fireEvent.change(box, { target: { value: 'H' } })
    fireEvent.change(box, { target: { value: 'He' } })
    expect(said()).toEqual([{ type: 'typing', spaceId: den._id }])
    await act(() => vi.advanceTimersByTimeAsync(2_100))
    fireEvent.change(box, { target: { value: 'Hel' } })
    expect(said()).toHaveLength(2)
  })
})

describe('the list', () => {
  it('counts what arrives in my spaces', async () => {
    renderSpaces('/spaces?tab=mine', { [MINE]: () => spaceListReply([den]) })
    await link('Open The den')
    await live()
    await waitFor(() => expect(screen.queryByText(/new$/)).toBeNull())
    await created(messageBy(ben, 101))
    expect(await text('1 new')).toBeTruthy()
    // Whoever answers has read it.
    await created(messageBy(ada, 102))
    await waitFor(() => expect(screen.queryByText(/new$/)).toBeNull())
  })

  it('counts what arrives while my spaces are being read, once', async () => {
    const beforeIt = deferredReply()
    const afterIt = deferredReply()
    let answer: () => Reply | Promise<Reply> = () => spaceListReply([den])
    renderSpaces('/spaces?tab=mine', { [MINE]: () => answer() })
    await link('Open The den')
    await live()
    answer = beforeIt.reply
    await tell({ type: 'space_changed', spaceId: den._id })
    await created(messageBy(ben, 101))
    await act(async () => beforeIt.answer(spaceListReply([{ ...den, name: 'The cellar' }])))
    await link('Open The cellar')
    expect(await text('1 new')).toBeTruthy()
    answer = afterIt.reply
    await tell({ type: 'space_changed', spaceId: den._id })
    await created(messageBy(ben, 102))
    const counted = { ...den, unreadCount: 2, lastSeq: 102 }
    await act(async () => afterIt.answer(spaceListReply([counted])))
    await link('Open The den')
    expect(await text('2 new')).toBeTruthy()
    await created(messageBy(ben, 102))
    expect(screen.getByText('2 new')).toBeTruthy()
  })

  it('counts no more what was read elsewhere, or answered, and asks for nothing', async () => {
    const unread = { ...den, unreadCount: 2, lastReadSeq: 100, lastSeq: 102 }
    const { server } = renderSpaces('/spaces?tab=mine', { [MINE]: () => spaceListReply([unread]) })
    expect(await text('2 new')).toBeTruthy()
    await live()
    const asked = server.count(MINE)
    const readUntil = (seq: number) => tell({ type: 'space_read', spaceId: den._id, seq })
    await readUntil(101)
    expect(screen.getByText('2 new')).toBeTruthy()
    await readUntil(102)
    await waitFor(() => expect(screen.queryByText(/ new$/)).toBeNull())
    await created(messageBy(ben, 103))
    expect(await text('1 new')).toBeTruthy()
    await created(messageBy(ada, 104))
    await waitFor(() => expect(screen.queryByText(/ new$/)).toBeNull())
    expect(server.count(MINE)).toBe(asked)
  })

  it('follows what changes', async () => {
    let spaces = [spaceNamed('The den')]
    renderSpaces('/spaces', { [DISCOVER]: () => spacePageReply(spaces) })
    await text('The den')
    await live()
    const [before] = spaces
    spaces = [{ ...(before as typeof den), name: 'The cellar', members: [authorOf(ben)] }]
    await tell({ type: 'space_changed', spaceId: before?._id ?? '' })
    expect(await text('The cellar')).toBeTruthy()
  })
})
