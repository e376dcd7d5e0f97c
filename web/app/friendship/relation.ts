import type { DiscoveredPerson } from '../../../contract/friends.ts'
import type { MemberProfile } from '../../../contract/profile.ts'

/** How another member stands to the viewer. `received`: they asked the viewer. */
export type Relation = 'none' | 'sent' | 'received' | 'friends'

export type FriendActionKind = 'send' | 'withdraw' | 'accept' | 'decline' | 'remove'

export const RELATION_AFTER: Record<FriendActionKind, Relation> = {
  send: 'sent',
  withdraw: 'none',
  accept: 'friends',
  decline: 'none',
  remove: 'none',
}

export function relationToDiscovered(person: DiscoveredPerson): Relation {
  const { isFriend, friendRequestSent, friendRequestReceived } = person
  return relationOf(isFriend, friendRequestSent, friendRequestReceived)
}

export function relationToMember({ isFriend, requestSent, requestReceived }: MemberProfile) {
  return relationOf(isFriend, requestSent, requestReceived)
}

function relationOf(isFriend: boolean, isSent: boolean, isReceived: boolean): Relation {
  if (isFriend) return 'friends'
  if (isReceived) return 'received'
  return isSent ? 'sent' : 'none'
}
