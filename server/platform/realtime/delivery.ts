import { CLOSED } from '../../../contract/realtime.ts'
import type { Id } from '../ids.ts'
import type { Bus, BusNews, DomainEvent, Topic } from './bus.ts'
import { calm } from './calm.ts'
import type { Connection, Visitor } from './connection.ts'
import type { BroadcastEvent, Hub } from './hub.ts'
import { latest } from './latest.ts'

/** A public community may post often; whoever watches is told at most so often. */
const PUBLIC_POSTS_EVERY_MS = 1_000

/** What the stream asks of the rooms. */
export interface Porter<V extends Visitor> {
  /** Who a token speaks for; null when it is not, or no longer, valid. */
  visitorOfToken(token: string): Promise<V | null>
  /** Those of the sessions that have not ended, with who they are. */
  visitorsOfSessions(sessionIds: string[]): Promise<Map<string, V>>
  endedSessions(sessionIds: string[]): Promise<string[]>
  /** What the member may hear beyond their own topic, now. */
  topicsOf(visitor: V): Promise<Topic[]>
  unreadCount(visitor: V): Promise<number>
}

export interface Log {
  debug(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * Brings what is announced to the connections of this process. Rights that are taken end at once;
 * then, as for rights that are given, what is true is read, because two announcements may cross.
 */
export function deliver<V extends Visitor>(
  bus: Bus,
  hub: Hub<Connection<V>>,
  porter: Porter<V>,
  log: Log,
) {
  const publicPosts = calm(PUBLIC_POSTS_EVERY_MS)
  const anyOf = (memberId: Id) => [...hub.ofMember(memberId)][0]?.visitor
  const rights = latest(
    async (memberId) => {
      const visitor = anyOf(memberId)
      return visitor ? porter.topicsOf(visitor) : []
    },
    (memberId, topics) => hub.grant(memberId, topics),
  )
  const counts = latest(
    async (memberId) => {
      const visitor = anyOf(memberId)
      return visitor ? porter.unreadCount(visitor) : 0
    },
    (memberId, count) => {
      for (const connection of hub.ofMember(memberId))
        connection.say({ type: 'unread_count', count })
    },
  )
  const failed = (error: unknown) => log.warn({ err: error }, 'the stream could not read')

  function tell(event: BroadcastEvent) {
    if (event.topics.includes('feed:public')) publicPosts.ask('feed:public', () => hub.tell(event))
    else hub.tell(event)
  }

  function change(kind: 'listen' | 'silence', memberId: Id, topic: Topic) {
    for (const connection of [...hub.ofMember(memberId)]) hub[kind](connection, topic)
    if (hub.ofMember(memberId).size > 0) rights.ask(memberId).catch(failed)
  }

  function end(connections: Iterable<Connection<V>>, code: number) {
    for (const connection of [...connections]) connection.end(code)
  }

  function take(heard: DomainEvent) {
    switch (heard.kind) {
      case 'event':
        return tell(heard)
      case 'listen':
      case 'silence':
        return change(heard.kind, heard.memberId, heard.topic)
      case 'unread-changed':
        if (hub.ofMember(heard.memberId).size > 0) counts.ask(heard.memberId).catch(failed)
        return
      case 'session-ended':
        return end(hub.ofSession(heard.sessionId), CLOSED.unauthorized)
      case 'member-left':
        return end(hub.ofMember(heard.memberId), CLOSED.unauthorized)
    }
  }

  /** Coming back they read what they missed, and their rights are read anew. */
  function follow(news: BusNews) {
    if (news.kind === 'missed') end(hub.everyone(), CLOSED.comeBack)
  }

  const endings = [bus.subscribe(take), bus.watch(follow)]
  return {
    /** Gives a member's connections what the member may hear now. */
    grant: (memberId: Id) => rights.ask(memberId),
    async stop() {
      for (const end of endings) end()
      publicPosts.stop()
      await rights.settled()
      await counts.settled()
    },
  }
}
