import type { Id } from '../platform/ids.ts'
import type { Topic } from './bus.ts'

/** Who is behind a connection, by their session. `id` is the member's. */
export interface ConnectionActor {
  id: Id
  username: string
  sessionId: string
  /** In ms; a refresh may have moved it since. */
  sessionExpiresAt: number
}

/** What a member has not seen yet: notifications, and conversations with something new. */
export type Unread = Record<'unreadCount' | 'unreadConversations', number>

/** What the realtime server asks the features about members. */
export interface MemberReads<Actor extends ConnectionActor> {
  /** Who a token speaks for; null when it is not, or no longer, valid. */
  actorOfToken(token: string): Promise<Actor | null>
  /** Those of the sessions that have not ended, with who they are. */
  actorsOfSessions(sessionIds: string[]): Promise<Map<string, Actor>>
  endedSessions(sessionIds: string[]): Promise<string[]>
  /** What the member may receive beyond their own topic, now. */
  topicsOf(actor: Actor): Promise<Topic[]>
  /** The notifications alone: that spares the count of conversations. */
  unreadCount(actor: Actor): Promise<number>
  unread(actor: Actor): Promise<Unread>
}
