import type { Conversation, ConversationPage } from '../../contract/conversations.ts'
import { ada, ben, cleo, person } from '../people.ts'
import { type Member, openTestServer, type TestServer } from '../test-server.ts'
import { callAs, readAs } from './calls.ts'
import { befriend } from './post-actions.ts'
import { enter, makeSpace } from './space-actions.ts'

// What tests of conversations do over and over.

type Place = Pick<Conversation, '_id'>

/** Begins the conversation of these, or finds it where there is one. */
export function start(server: TestServer, as: Member, ...others: Member[]) {
  const userIds = others.map(({ user }) => user._id)
  return callAs(server, as, 'POST', '/conversations', { userIds })
}

/** The same, of which the answer counts. */
export const begin = async (
  server: TestServer,
  as: Member,
  ...others: Member[]
): Promise<Conversation> => (await start(server, as, ...others)).json()

export const conversation = (
  server: TestServer,
  as: Member,
  { _id }: Place,
): Promise<Conversation> => readAs(server, as, `/conversations/${_id}`)

export const conversations = (
  server: TestServer,
  as: Member,
  query = '',
): Promise<ConversationPage> => readAs(server, as, `/conversations${query}`)

export const conversationIds = async (server: TestServer, as: Member, query = '') =>
  (await conversations(server, as, query)).conversations.map(({ _id }) => _id)

/** How many conversations hold something unread. */
export const unreadCount = async (server: TestServer, as: Member): Promise<number> =>
  (await readAs(server, as, '/conversations/count')).unread

/** A message whose refusal counts, too; `say` of the space actions throws. */
export const write = (server: TestServer, as: Member, { _id }: Place, content = 'Hello') =>
  callAs(server, as, 'POST', `/spaces/${_id}/messages`, { content })

/**
 * Ann is a friend of Bob and of Dan. Both, Eve and the administrator share a space with her; Far is
 * in none. Eve and Far are nobody's friends.
 */
export async function openGarden() {
  const server = await openTestServer()
  const admin = await server.join(ada)
  const ann = await server.join(ben)
  const bob = await server.join(cleo)
  const dan = await server.join(person('Dora'))
  const eve = await server.join(person('Emil'))
  const far = await server.join(person('Fay'))
  await befriend(server, ann, bob)
  await befriend(server, ann, dan)
  const garden = await makeSpace(server, admin)
  for (const one of [ann, bob, dan, eve]) await enter(server, one, garden)
  return { server, admin, ann, bob, dan, eve, far }
}
