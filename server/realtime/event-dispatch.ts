import { CLOSED } from '../../contract/realtime.ts'
import { coalescedRead } from '../platform/concurrency/coalesce.ts'
import { createThrottle } from '../platform/concurrency/throttle.ts'
import type { Id } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Bus, BusEvent, DomainEvent, Topic } from './bus.ts'
import type { Connection } from './connection.ts'
import type { BroadcastEvent, Hub } from './hub.ts'
import type { ConnectionActor, MemberReads } from './member-reads.ts'
import type { RecentTopics } from './recent-topics.ts'

/** A public community may post often; whoever watches is told at most so often. */
const PUBLIC_POSTS_EVERY_MS = 1_000

/**
 * Brings domain events to the connections of this process. Rights that are taken end at once;
 * then, as for rights that are given, what is true is read, because two events may cross.
 */
export function dispatchEvents<Actor extends ConnectionActor>(
  bus: Bus,
  hub: Hub<Connection<Actor>>,
  recent: RecentTopics,
  reads: MemberReads<Actor>,
  log: Log<'debug' | 'warn'>,
) {
  const publicPosts = createThrottle(PUBLIC_POSTS_EVERY_MS)
  const { rights, unreadCounts } = readsFor(hub, reads)
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'what a member may receive could not be read')

  function broadcast(event: BroadcastEvent) {
    // Who comes a moment later has missed nothing by it.
    if (event.event.type !== 'typing') recent.note(event.topics)
    if (event.topics.includes('feed:public'))
      publicPosts.run(JSON.stringify(event.event), () => hub.broadcast(event))
    else hub.broadcast(event)
  }

  function changeRight(kind: 'subscribe' | 'unsubscribe', memberId: Id, topic: Topic) {
    for (const connection of [...hub.ofMember(memberId)]) hub[kind](connection, topic)
    if (hub.ofMember(memberId).size > 0) rights.request(memberId).catch(failed)
  }

  /** Coming back they read what they missed, and their rights are read anew. */
  function sendAllBack() {
    recent.clear()
    close(hub.all(), CLOSED.comeBack)
  }

  function dispatch(event: DomainEvent) {
    switch (event.kind) {
      case 'broadcast':
        return broadcast(event)
      case 'subscribe':
      case 'unsubscribe':
        return changeRight(event.kind, event.memberId, event.topic)
      case 'unread-changed':
        if (hub.ofMember(event.memberId).size > 0)
          unreadCounts.request(event.memberId).catch(failed)
        return
      case 'session-ended':
        return close(hub.ofSession(event.sessionId), CLOSED.unauthorized)
      case 'sessions-ended':
        return close(hub.ofMember(event.memberId), CLOSED.unauthorized)
      case 'events-lost':
        return sendAllBack()
    }
  }

  const follow = ({ kind }: BusEvent) => kind === 'missed' && sendAllBack()
  const unsubscribes = [bus.subscribe(dispatch), bus.onBusEvent(follow)]
  return {
    /** Gives a member's connections what the member may receive now. */
    grant: (memberId: Id) => rights.request(memberId),
    async stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      publicPosts.stop()
      await rights.settled()
      await unreadCounts.settled()
    },
  }
}

function close(connections: Iterable<{ close(code: number): void }>, code: number) {
  for (const connection of [...connections]) connection.close(code)
}

/** What the members with connections here may receive, and have not read, as it is now. */
function readsFor<Actor extends ConnectionActor>(
  hub: Hub<Connection<Actor>>,
  reads: MemberReads<Actor>,
) {
  const anyOf = (memberId: Id) => [...hub.ofMember(memberId)][0]?.actor
  const rights = coalescedRead(
    async (memberId: Id) => {
      const actor = anyOf(memberId)
      return actor ? reads.topicsOf(actor) : []
    },
    (memberId, topics) => hub.grant(memberId, topics),
  )
  const unreadCounts = coalescedRead(
    async (memberId: Id) => {
      const actor = anyOf(memberId)
      return actor ? reads.unreadCount(actor) : 0
    },
    (memberId, count) => {
      for (const connection of hub.ofMember(memberId))
        connection.sendEvent({ type: 'unread_count', count })
    },
  )
  return { rights, unreadCounts }
}
