import type { SpaceMessage } from '../../contract/space-messages.ts'
import type { Id } from '../platform/ids.ts'
import type { Topic } from '../realtime/bus.ts'
import type { Mutation } from '../services.ts'

type Publishes = Pick<Mutation, 'publish'>

/** The space or who is in it changed: for its members. */
export function publishSpaceChanged({ publish }: Publishes, spaceId: Id) {
  publish({
    kind: 'broadcast',
    topics: [`space:${spaceId}`],
    event: { type: 'space_changed', spaceId: String(spaceId) },
  })
}

/** Something in a conversation is otherwise for these members. */
export function publishConversationChanged({ publish }: Publishes, spaceId: Id, memberIds: Id[]) {
  if (memberIds.length === 0) return
  publish({
    kind: 'broadcast',
    topics: membersTopics(memberIds),
    event: { type: 'conversation_changed', spaceId: String(spaceId) },
  })
}

export function publishConversationsChanged(
  mutation: Publishes,
  members: { space_id: Id; user_id: Id }[],
) {
  for (const [spaceId, those] of Map.groupBy(members, (member) => member.space_id))
    publishConversationChanged(
      mutation,
      spaceId,
      those.map((member) => member.user_id),
    )
}

/** A member has read a space so far: for themself, wherever they are signed in. */
export function publishSpaceRead(
  { publish }: Publishes,
  { spaceId, memberId, seq }: { spaceId: Id; memberId: Id; seq: number },
) {
  publish({
    kind: 'broadcast',
    topics: membersTopics([memberId]),
    event: { type: 'space_read', spaceId: String(spaceId), seq },
  })
}

/** What was said in a conversation reads otherwise now: for all who hear of the message. */
export function publishLastLineChanged(
  { publish }: Publishes,
  { id, kind }: { id: Id; kind: 'space' | 'direct' },
  topics: Topic[],
) {
  if (kind === 'space') return
  publish({
    kind: 'broadcast',
    topics,
    event: { type: 'conversation_changed', spaceId: String(id) },
  })
}

/** Somebody is in the space now: they listen before they, and all others, hear of it. */
export function publishMemberJoined(mutation: Publishes, spaceId: Id, memberId: Id) {
  mutation.publish({ kind: 'subscribe', memberId, topic: `space:${spaceId}` })
  publishSpaceChanged(mutation, spaceId)
}

/** These are in the space no longer: they hear nothing of it from here on. */
export function publishMembersLeft({ publish }: Publishes, spaceId: Id, memberIds: Id[]) {
  for (const memberId of memberIds)
    publish({ kind: 'unsubscribe', memberId, topic: `space:${spaceId}` })
  publish({
    kind: 'broadcast',
    topics: membersTopics(memberIds),
    event: { type: 'space_left', spaceId: String(spaceId) },
  })
}

/** Requests to join changed: for the admin and who asked. */
export function publishJoinRequestsChanged({ publish }: Publishes, spaceId: Id, memberIds: Id[]) {
  if (memberIds.length === 0) return
  publish({
    kind: 'broadcast',
    topics: membersTopics(memberIds),
    event: { type: 'join_requests_changed', spaceId: String(spaceId) },
  })
}

export function publishMessageDeleted(
  { publish }: Publishes,
  { spaceId, topics }: { spaceId: Id; topics: Topic[] },
  message: SpaceMessage,
) {
  publish({
    kind: 'broadcast',
    topics,
    event: { type: 'message_changed', spaceId: String(spaceId), message },
  })
}

export function membersTopics(memberIds: Id[]): Topic[] {
  return memberIds.map((id) => `member:${id}` as const)
}
