import type { Topic } from './bus.ts'
import type { SessionActor } from './connection.ts'

/** What the realtime server asks of the rooms. */
export interface Authenticator<Actor extends SessionActor> {
  /** Who a token speaks for; null when it is not, or no longer, valid. */
  actorOfToken(token: string): Promise<Actor | null>
  /** Those of the sessions that have not ended, with who they are. */
  actorsOfSessions(sessionIds: string[]): Promise<Map<string, Actor>>
  endedSessions(sessionIds: string[]): Promise<string[]>
  /** What the member may receive beyond their own topic, now. */
  topicsOf(actor: Actor): Promise<Topic[]>
  unreadCount(actor: Actor): Promise<number>
}

export interface Log {
  debug(details: object, message: string): void
  warn(details: object, message: string): void
}
