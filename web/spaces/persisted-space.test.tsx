import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/spaces.ts'
import { ben } from '../app/test-app.tsx'
import { errorReply } from '../platform/fake-server.ts'
import { installFakePersistence } from '../platform/offline/fake-persistence.ts'
import { persistence } from '../platform/offline/persistence.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { den, messagesOf, renderChat } from './messages/test-chat.tsx'
import {
  button,
  MINE,
  messageBy,
  messagesReply,
  press,
  renderSpaces,
  resetSpaces,
  spaceListReply,
  spaceReply,
} from './test-spaces.tsx'

beforeEach(installFakePersistence)
afterEach(resetSpaces)

const SPACE = `GET /spaces/${den._id}`
const MESSAGES_PATH = `GET ${messagesOf(den)}`
const denFromOutside = { ...den, isMember: false, members: [] }

/** Whatever on the device says anything of what was said in the den, or who is in it. */
async function traces() {
  const records = await persistence.readAll()
  const isTrace = (words: string) => words.includes('Under the stairs') || words.includes('"Ben"')
  return records.filter(({ data }) => isTrace(JSON.stringify(data))).map(({ name }) => name)
}

async function renderPersistedChat(replies: Parameters<typeof renderChat>[1] = {}) {
  const said = [messageBy(ben, 100, { content: 'Under the stairs' })]
  const visit = await renderChat(said, {
    [`${MESSAGES_PATH}?after=100`]: () => messagesReply([]),
    ...replies,
  })
  await waitFor(async () => expect(await traces()).toHaveLength(2))
  return visit
}

const expectForgotten = () => waitFor(async () => expect(await traces()).toEqual([]))

describe('what was read of a space', () => {
  it('is on the device no longer once the member leaves', async () => {
    let space = den
    await renderPersistedChat({
      [SPACE]: () => spaceReply(space),
      [`POST /spaces/${den._id}/leave`]: () => {
        space = { ...denFromOutside, admin: { ...den.admin, username: 'Somebody' } }
        return spaceReply(space)
      },
    })
    await press('Options of The den')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Leave' }))
    await screen.findByRole('alertdialog', { name: `Leave ${den.name}?` })
    await press('Leave')
    await expectForgotten()
  })

  it('is on the device no longer once they were removed, wherever they are', async () => {
    await renderPersistedChat()
    cleanup()
    renderSpaces('/friends', {})
    await screen.findByRole('heading', { level: 1, name: 'Friends' })
    expect(await traces()).toHaveLength(2)
    await act(async () => FakeSocket.last.becomeReady())
    await act(async () => FakeSocket.last.receive({ type: 'space_left', spaceId: den._id }))
    await expectForgotten()
  })

  it('goes with the refusal to read it again', async () => {
    await renderPersistedChat()
    cleanup()
    renderSpaces(`/spaces/${den._id}`, {
      [SPACE]: () => errorReply(404, 'not_found', MESSAGES.spaceMissing),
      [MINE]: () => spaceListReply([den]),
    })
    expect(await button('Back to Spaces')).toBeTruthy()
    await waitFor(async () =>
      expect((await traces()).filter((name) => name.includes(den._id))).toEqual([]),
    )
  })

  it('stays where a proxy without a server says 404', async () => {
    await renderPersistedChat()
    const before = await traces()
    cleanup()
    const { server } = renderSpaces(`/spaces/${den._id}`, {
      [SPACE]: () => errorReply(404, '', ''),
      [MESSAGES_PATH]: () => errorReply(404, '', ''),
      [MINE]: () => spaceListReply([den]),
    })
    await waitFor(() => expect(server.count(SPACE)).toBeGreaterThan(0))
    await act(async () => {})
    expect(await traces()).toEqual(expect.arrayContaining(before))
  })

  it('goes when the space is among theirs no longer', async () => {
    await renderPersistedChat()
    cleanup()
    renderSpaces('/spaces?tab=mine', { [MINE]: () => spaceListReply([]) })
    await waitFor(async () =>
      expect((await traces()).filter((name) => name.startsWith('messages'))).toEqual([]),
    )
  })
})
