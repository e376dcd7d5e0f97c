import {
  type Conversation,
  conversation,
  conversationPage,
} from '../../../contract/conversations.ts'
import { ben } from '../../app/test-app.tsx'
import type { Reply } from '../../platform/fake-server.ts'
import { authorOf, messageBy, messagesReply } from '../test-spaces.tsx'

// What tests of conversations begin with.

export const cleo = { ...ben, _id: '333333333333333', username: 'Cleo' }
export const talk = (more: Partial<Conversation> = {}): Conversation =>
  conversation.parse({
    ...{ _id: '901', isPair: true, title: '', people: [authorOf(ben)], state: 'open' },
    ...{ isUnread: false, mute: null, lastMessage: null, lastReadSeq: 0, lastSeq: 0, ...more },
  })
export const reply = (body: object): Reply => ({ status: 200, body })
export const page = (conversations: Conversation[], hasRequests = false): Reply =>
  reply(conversationPage.parse({ conversations, hasMore: false, hasRequests }))
export const LIST = 'GET /conversations?box=conversations'
export const base = (one: Conversation) => ({
  [LIST]: () => page([one]),
  'GET /conversations/901': () => reply(one),
  'GET /conversations/settings': () => reply({ from: 'knock' }),
  'GET /conversations/count': () => reply({ unread: 0 }),
  'GET /spaces/901/messages': () => messagesReply([messageBy(ben, 1, { content: 'Tea?' })]),
  'GET /spaces/901/folds': () => reply({ blocked: [], hidden: [] }),
  'PUT /spaces/901/read': () => reply({ lastReadSeq: 1 }),
})
