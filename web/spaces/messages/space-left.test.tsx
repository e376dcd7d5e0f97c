import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { errorReply, messageReply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  button,
  field,
  messageBy,
  messagesReply,
  press,
  renderSpaces,
  resetSpaces,
  spaceNamed,
  spaceReply,
  text,
  type,
  withAda,
} from '../test-spaces.tsx'
import { den, live, renderChat } from './test-chat.tsx'

afterEach(resetSpaces)

const SPACE = `GET /spaces/${den._id}`
const MESSAGES_PATH = `${SPACE}/messages`

const leave = () =>
  act(async () => FakeSocket.last.receive({ type: 'space_left', spaceId: den._id }))
const render = (replies: Parameters<typeof renderChat>[1]) =>
  renderChat([messageBy(ben, 100)], replies)

describe('being in a space no longer', () => {
  it('closes the chat with a notice, after a removal', async () => {
    let space = den
    const { router } = await render({
      [SPACE]: () => spaceReply(space),
      [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
    })
    await live()
    space = { ...den, isMember: false }
    await leave()
    expect((await screen.findByRole('alert')).textContent).toContain('not in this space any more')
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
  })

  it('closes the chat with a notice, after the space was deleted', async () => {
    let isGone = false
    const answered = vi.fn()
    const { router } = await render({
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
    const { router } = await render({
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
    await leave()
    expect(await text(/^The space is removed/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is noticed without a line as well', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let space = den
    const { router } = await render({
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
