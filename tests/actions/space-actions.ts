import type { z } from 'zod'
import type { JoinRequest } from '../../contract/join-requests.ts'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import type { Space, spaceBody } from '../../contract/spaces.ts'
import { newUuid } from '../../server/platform/ids.ts'
import type { Actor } from '../../server/services.ts'
import { SEGMENT_SIZE } from '../../server/spaces/messages/message-index.ts'
import { memberRow } from '../member-rows.ts'
import { ada, ben, cleo } from '../people.ts'
import { type Member, openTestServer, type TestServer } from '../test-server.ts'

// What tests of spaces do over and over.

type Wanted = z.input<typeof spaceBody>

export const GARDEN: Wanted = { name: 'Garden', description: 'Where we sit in the evening' }

export async function makeSpace(
  server: TestServer,
  as: Member,
  wanted: Partial<Wanted> = {},
): Promise<Space> {
  const answer = await server.call('POST', '/spaces', { as, body: { ...GARDEN, ...wanted } })
  if (answer.statusCode !== 201) throw new Error(`space: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

export async function enter(server: TestServer, as: Member, space: Space): Promise<Space> {
  const answer = await server.call('POST', `/spaces/${space._id}/join`, { as })
  if (answer.statusCode !== 200) throw new Error(`join: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

export async function ask(
  server: TestServer,
  as: Member,
  space: Pick<Space, '_id'>,
  message = '',
): Promise<JoinRequest> {
  const body = { spaceId: space._id, message }
  const answer = await server.call('POST', '/join-requests', { as, body })
  if (answer.statusCode !== 201) throw new Error(`ask: ${answer.statusCode} ${answer.body}`)
  return answer.json().joinRequest
}

export async function say(
  server: TestServer,
  as: Member,
  space: Pick<Space, '_id'>,
  content: string,
): Promise<SpaceMessage> {
  const path = `/spaces/${space._id}/messages`
  const answer = await server.call('POST', path, { as, body: { content } })
  if (answer.statusCode !== 201) throw new Error(`say: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

export async function chat(
  server: TestServer,
  as: Member,
  space: Pick<Space, '_id'>,
  query = '',
): Promise<SpaceMessage[]> {
  const answer = await server.call('GET', `/spaces/${space._id}/messages${query}`, { as })
  if (answer.statusCode !== 200) throw new Error(`chat: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

export async function lookAt(server: TestServer, as: Member, space: Space): Promise<Space> {
  const answer = await server.call('GET', `/spaces/${space._id}`, { as })
  if (answer.statusCode !== 200) throw new Error(`space: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

/** A space of the administrator with a guest in it, and a stranger outside. */
export async function openSpace() {
  const server = await openTestServer()
  const admin = await server.join(ada)
  const guest = await server.join(ben)
  const stranger = await server.join(cleo)
  const space = await makeSpace(server, admin)
  await enter(server, guest, space)
  return { server, admin, guest, stranger, space }
}

/** Members who are only counted: guest_1, guest_2 and so on, without the way through the door. */
export async function crowd({ services }: TestServer, size: number): Promise<Actor[]> {
  const rows = Array.from({ length: size }, (_, index) =>
    memberRow(`guest_${index + 1}`, 1_000 + index),
  )
  await services.db.insertInto('users').values(rows).execute()
  return rows.map(({ id, username }) => ({ id, username, isAdmin: false, sessionId: newUuid() }))
}

/** As if so much had been said that the next message has the words before it indexed. */
export function indexWords({ services }: TestServer, { _id }: Space) {
  return services.db
    .updateTable('spaces')
    .set((eb) => ({ last_seq: eb('last_seq', '+', SEGMENT_SIZE) }))
    .where('id', '=', Number(_id))
    .execute()
}

export function actorOf(member: Member): Actor {
  const { username, isAdmin } = member.user
  return { id: member.id, username, isAdmin, sessionId: newUuid() }
}
