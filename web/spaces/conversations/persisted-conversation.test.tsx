import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type Conversation,
  conversation,
  conversationPage,
} from '../../../contract/conversations.ts'
import { ada, ben, homeReplies } from '../../app/test-app.tsx'
import type { Reply, Routes } from '../../platform/fake-server.ts'
import { installFakePersistence } from '../../platform/offline/fake-persistence.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import { persistence } from '../../platform/offline/persistence.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { log, write } from '../messages/test-chat.tsx'
import {
  authorOf,
  MINE,
  messageBy,
  messagesReply,
  renderSpaces,
  resetSpaces,
  spaceListReply,
} from '../test-spaces.tsx'

const reply = (body: object): Reply => ({ status: 200, body })
const lastMessage = { seq: 1, username: 'Ben', content: 'Tea?', createdAt: '2026-11-20T12:00:00Z' }
const talk: Conversation = conversation.parse({
  ...{ _id: '901', isPair: true, title: '', people: [authorOf(ben)], state: 'open' },
  ...{ isUnread: false, mute: null, lastMessage, lastReadSeq: 1, lastSeq: 1 },
})
const SAID = '/spaces/901/messages'
let isOnline = true
let isListed = true

beforeEach(() => {
  isOnline = true
  isListed = true
  installFakePersistence()
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
})

afterEach(async () => {
  resetSpaces()
  await outbox.wipeOf(() => true)
})

/** The place; without a network nothing answers there. */
function visit(path: string) {
  const said = [messageBy(ben, 1, { content: 'Tea?' })]
  const routes: Routes = {
    ...homeReplies(ada),
    [MINE]: () => spaceListReply([]),
    'GET /conversations?box=conversations': () => {
      const conversations = isListed ? [talk] : []
      return reply(conversationPage.parse({ conversations, hasMore: false, hasRequests: false }))
    },
    'GET /conversations/901': () => reply(talk),
    'GET /conversations/settings': () => reply({ from: 'knock' }),
    'GET /conversations/count': () => reply({ unread: 0 }),
    [`GET ${SAID}`]: () => messagesReply(said),
    [`GET ${SAID}?after=1`]: () => messagesReply([]),
    [`POST ${SAID}`]: () => ({ status: 201, body: messageBy(ada, 2, { content: 'Gladly' }) }),
    'GET /spaces/901/folds': () => reply({ blocked: [], hidden: [] }),
    'PUT /spaces/901/read': () => reply({ lastReadSeq: 1 }),
  }
  const guarded = Object.entries(routes).map(([route, answer]) => [
    route,
    (heard: Parameters<typeof answer>[0]) => (isOnline ? answer(heard) : 'no answer'),
  ])
  cleanup()
  return renderSpaces(path, Object.fromEntries(guarded))
}

/** Whatever on the device says what was said. */
async function traces() {
  const records = await persistence.readAll()
  return records.filter(({ data }) => JSON.stringify(data).includes('Tea?')).length
}

/** The list, the conversation with its last line, and its messages. */
async function readIt() {
  visit('/messages/901')
  await screen.findByRole('log', { name: 'Messages' })
  await within(log()).findByText('Tea?')
  await waitFor(async () => expect(await traces()).toBe(3))
}

it('opens without a network, and what is written there is sent once there is one', async () => {
  await readIt()
  // The member's spaces are read: this is none of them, and stays.
  visit('/spaces?tab=mine')
  await screen.findByText("You haven't joined any spaces yet")
  expect(await traces()).toBe(3)
  isOnline = false
  visit('/messages')
  expect(await screen.findByRole('link', { name: /Ben.*Tea\?/ })).toBeTruthy()
  const { server } = visit('/messages/901')
  await within(await screen.findByRole('log', { name: 'Messages' })).findByText('Tea?')
  await write('Gladly')
  expect(await screen.findByText('Waiting to be sent')).toBeTruthy()
  await act(async () => {
    isOnline = true
    window.dispatchEvent(new Event('online'))
  })
  await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull())
  const sent = server.bodies(`POST ${SAID}`) as { content: string; clientId: string }[]
  expect(sent.at(-1)?.content).toBe('Gladly')
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1)
})

it('is on the device no longer once the two may not see each other, or it is left', async () => {
  await readIt()
  visit('/friends')
  await screen.findByRole('heading', { level: 1, name: 'Friends' })
  await act(async () => FakeSocket.last.becomeReady())
  await act(async () => FakeSocket.last.receive({ type: 'friends_changed', memberId: ben._id }))
  await waitFor(async () => expect(await traces()).toBe(0))
  await readIt()
  isListed = false
  visit('/messages')
  await waitFor(async () => expect(await traces()).toBe(0))
})
