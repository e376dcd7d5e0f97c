import type { Topic } from '../platform/realtime/bus.ts'
import type { Changing } from '../services.ts'

// What the rest of the house hears of a space.

type Announces = Pick<Changing, 'announce'>

/** The space or who is in it changed: for its members. */
export function announceSpace({ announce }: Announces, spaceId: string) {
  announce({
    kind: 'event',
    topics: [`space:${spaceId}`],
    event: { type: 'space_changed', spaceId },
  })
}

/** Somebody is in the space now: they listen before they, and all others, hear of it. */
export function announceJoined(changing: Announces, spaceId: string, memberId: string) {
  changing.announce({ kind: 'listen', memberId, topic: `space:${spaceId}` })
  announceSpace(changing, spaceId)
}

/** These are in the space no longer: they hear nothing of it from here on. */
export function announceLeft({ announce }: Announces, spaceId: string, memberIds: string[]) {
  for (const memberId of memberIds)
    announce({ kind: 'silence', memberId, topic: `space:${spaceId}` })
  announce({
    kind: 'event',
    topics: membersTopics(memberIds),
    event: { type: 'space_left', spaceId },
  })
}

/** Requests to join changed: for the admin and who asked. */
export function announceRequests({ announce }: Announces, spaceId: string, memberIds: string[]) {
  if (memberIds.length === 0) return
  announce({
    kind: 'event',
    topics: membersTopics(memberIds),
    event: { type: 'join_requests_changed', spaceId },
  })
}

function membersTopics(memberIds: string[]): Topic[] {
  return memberIds.map((id) => `member:${id}` as const)
}
