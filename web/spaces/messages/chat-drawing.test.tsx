import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { spaceSummaries } from '../../../contract/space-summaries.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { deferredReply } from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  button,
  field,
  messageBy,
  messagesReply,
  press,
  resetSpaces,
  spaceMessageReply,
} from '../test-spaces.tsx'
import { den, log, messagesOf, renderChat, row } from './test-chat.tsx'

// What a change of one message draws again: on a phone each component that runs is felt.

afterEach(resetSpaces)

const first = messageBy(ben, 99)
const last = messageBy(ben, 100, {
  reactions: [{ emoji: '❤️', user: ben._id, username: 'Ben' }],
})
const REACT = `POST ${messagesOf(den)}/${last._id}/reactions`

/** What React drew an element from: another object each time it is drawn anew. */
function drawnFrom(element: Element): unknown {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  if (!key) throw new Error('React did not draw it')
  return Reflect.get(element, key)
}

async function renderBesideRooms() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('1100px'),
    addEventListener() {},
    removeEventListener() {},
  }))
  const held = deferredReply()
  const visit = await renderChat([first, last], {
    [`GET ${messagesOf(den)}?after=100`]: () => messagesReply([]),
    'GET /spaces/rooms': () => ({
      status: 200,
      body: spaceSummaries.parse({ rooms: [], folded: [] }),
    }),
    [REACT]: held.reply,
  })
  await act(async () => FakeSocket.last.becomeReady())
  await waitFor(() => expect(visit.server.count('GET /spaces/rooms')).toBe(1))
  return { ...visit, held }
}

it('a reaction draws its message again, and nothing beside the talk', async () => {
  const { server, held } = await renderBesideRooms()
  const people = await screen.findByRole('complementary', { name: 'People and ambience' })
  const others = [
    people,
    document.querySelector('main'),
    await button('About this space'),
    await field('Message'),
    await row('Message 99'),
  ].filter((element) => element !== null)
  const before = others.map(drawnFrom)
  const messageBefore = drawnFrom(await row('Message 100'))

  await press('❤️ 1, given by Ben')
  expect(await button('❤️ 2, given by you and Ben')).toBeTruthy()
  await waitFor(() => expect(server.count(REACT)).toBe(1))
  const mine = { emoji: '❤️', user: ada._id, username: 'Ada' }
  const message = { ...last, changeSeq: 101, reactions: [...last.reactions, mine] }
  await act(async () =>
    FakeSocket.last.receive({ type: 'message_changed', spaceId: den._id, message }),
  )
  // By then the event has said it all.
  const list = log().querySelector('ol')
  const [told, rowTold] = [list && drawnFrom(list), drawnFrom(await row('Message 100'))]
  await act(async () => held.answer(spaceMessageReply(message)))

  expect(drawnFrom(await row('Message 100'))).toBe(rowTold)
  expect(rowTold).not.toBe(messageBefore)
  expect(list && drawnFrom(list)).toBe(told)
  expect(others.map(drawnFrom).map((now, at) => now === before[at])).toEqual(others.map(() => true))
})
