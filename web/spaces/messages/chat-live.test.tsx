import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ServerEvent } from '../../../contract/realtime.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { errorReply, messageReply, type Reply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  authorOf,
  button,
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
  type,
  withAda,
} from '../test-spaces.tsx'

afterEach(resetSpaces)

const den = withAda(spaceNamed('The den'), { lastReadSeq: 100 })
const SPACE = `GET /spaces/${den._id}`
const MESSAGES_PATH = `${SPACE}/messages`
const READ = { [`PUT /spaces/${den._id}/read`]: () => ({ status: 200, body: { seq: 100 } }) }

const live = () => act(async () => FakeSocket.last.becomeReady())
const tell = (event: ServerEvent) => act(async () => FakeSocket.last.receive(event))
const created = (message: SpaceMessage) =>
  tell({ type: 'message_created', spaceId: den._id, message })
const changed = (message: SpaceMessage) =>
  tell({ type: 'message_changed', spaceId: den._id, message })
const words = () =>
  [...document.querySelectorAll('[data-message-id] p[dir]')].map(({ textContent }) => textContent)
const said = () => FakeSocket.last.sent.filter(({ type }) => type === 'typing')

async function renderChat(replies: Parameters<typeof renderSpaces>[1] = {}) {
  const visit = renderSpaces(`/spaces/${den._id}`, {
    [SPACE]: () => spaceReply(den),
    [MESSAGES_PATH]: () => messagesReply([messageBy(ben, 99), messageBy(ben, 100)]),
    ...READ,
    ...replies,
  })
  await text('Message 100')
  return visit
}

describe('what is told of a chat', () => {
  it('shows by itself: new, edited, deleted', async () => {
    await renderChat({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    await created(messageBy(ben, 101))
    await waitFor(() => expect(words()).toEqual(['Message 99', 'Message 100', 'Message 101']))
    await changed(messageBy(ben, 99, { changeSeq: 102, content: 'Better' }))
    await changed(messageBy(ben, 100, { changeSeq: 103, content: '', isDeleted: true }))
    await waitFor(() => expect(words()).toEqual(['Better', 'Message 101']))
  })

  it('is new only when it came while the member was away', async () => {
    await renderChat({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
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
    await renderChat({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    const elsewhere = spaceNamed('The attic')._id
    await tell({ type: 'message_created', spaceId: elsewhere, message: messageBy(ben, 101) })
    expect(words()).toEqual(['Message 99', 'Message 100'])
    await created(messageBy(ben, 102))
    await waitFor(() => expect(words()).toHaveLength(3))
  })

  it('is my own message once, whether the answer or the stream comes first', async () => {
    await renderChat({
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
    const { server } = await renderChat({
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

  it('is asked for when the stream shows that something is missing', async () => {
    let missed: Reply = messagesReply([])
    const { server } = await renderChat({
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
    await renderChat({
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
    await renderChat({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    await waitFor(() =>
      expect(FakeSocket.last.sent).toContainEqual({ type: 'be_in_spaces', spaceIds: [den._id] }),
    )
    await tell({ type: 'presence', spaceId: den._id, userIds: [ada._id, ben._id] })
    await press('2 here now')
    expect(screen.getByRole('dialog', { name: 'Here now' }).textContent).toContain('Ben')
  })

  it('is shown typing for five seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderChat({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
    await live()
    const typing = { type: 'typing', spaceId: den._id, userId: ben._id, username: 'Ben' } as const
    await tell(typing)
    expect(await text('Ben is typing…')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(screen.getByText('Ben is typing…')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(screen.queryByText('Ben is typing…')).toBeNull()
    await tell(typing)
    await created(messageBy(ben, 101))
    expect(screen.queryByText('Ben is typing…')).toBeNull()
  })

  it('is told that I type, every two seconds at most', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderChat({ [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]) })
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

describe('being in a space no longer', () => {
  it('closes the chat with a notice, after a removal', async () => {
    let space = den
    const { router } = await renderChat({
      [SPACE]: () => spaceReply(space),
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
    })
    await live()
    space = { ...den, isMember: false }
    await tell({ type: 'space_left', spaceId: den._id })
    expect((await screen.findByRole('alert')).textContent).toContain('not in this space any more')
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
  })

  it('closes the chat with a notice, after the space was deleted', async () => {
    let isGone = false
    const answered = vi.fn()
    const { router } = await renderChat({
      [SPACE]: () => {
        if (isGone) setTimeout(answered)
        return isGone ? errorReply(404, 'not_found', MESSAGES.spaceMissing) : spaceReply(den)
      },
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
    })
    await live()
    isGone = true
    // The last message comes after the answer, and before the page has shown what that says.
    await act(async () => {
      FakeSocket.last.receive({ type: 'space_left', spaceId: den._id })
      await vi.waitFor(() => expect(answered).toHaveBeenCalled())
      const message = messageBy(ben, 101)
      FakeSocket.last.receive({ type: 'message_created', spaceId: den._id, message })
    })
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.spaceMissing)
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
  })

  it('is no news to the administrator who removed the space from inside', async () => {
    let isGone = false
    const { router } = await renderChat({
      'GET /users/user': () => ({ status: 200, body: { ...ada, isAdmin: true } }),
      [SPACE]: () =>
        isGone ? errorReply(404, 'not_found', MESSAGES.spaceMissing) : spaceReply(den),
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
      [`GET /admin/user/${den.admin._id}`]: () => errorReply(404, 'not_found', ''),
      [`DELETE /admin/space/${den._id}?reason=Spam`]: () => {
        isGone = true
        return messageReply('The space is removed.')
      },
    })
    await live()
    await press('Options of The den')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove space…' }))
    await type('Why?', 'Spam')
    await press('Remove')
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
    await tell({ type: 'space_left', spaceId: den._id })
    expect(await text(/^The space is removed/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is noticed without a line as well', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let space = den
    const { router } = await renderChat({
      [SPACE]: () => spaceReply(space),
      [`${MESSAGES_PATH}?after=100`]: () => errorReply(403, 'forbidden', MESSAGES.membersOnly),
    })
    space = { ...den, isMember: false }
    await act(() => vi.advanceTimersByTimeAsync(4_100))
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
  })
})

describe('the address of a space', () => {
  it('shows its card to who is not in it, to join', async () => {
    const attic = spaceNamed('The attic')
    let isIn = false
    renderSpaces(`/spaces/${attic._id}`, {
      [`GET /spaces/${attic._id}`]: () => spaceReply(isIn ? withAda(attic) : attic),
      [`GET /spaces/${attic._id}/messages`]: () => messagesReply([]),
      [`POST /spaces/${attic._id}/join`]: () => {
        isIn = true
        return spaceReply(withAda(attic))
      },
    })
    expect(screen.queryByLabelText('Message')).toBeNull()
    await button('Close')
    await press('Join The attic')
    expect(await field('Message')).toBeTruthy()
  })

  it.each(['333333333333333', 'nonsense'])('that leads nowhere says so: %s', async (id) => {
    renderSpaces(`/spaces/${id}`, {})
    expect(await text(MESSAGES.spaceMissing)).toBeTruthy()
    await press('Back to Spaces')
    expect(await text('No spaces found')).toBeTruthy()
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
    await created(messageBy(ada, 102))
    expect(screen.getByText('1 new')).toBeTruthy()
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
