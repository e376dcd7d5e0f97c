import { CLOSED, type ReceivedMessage } from '../../contract/realtime.ts'
import type { Id } from '../platform/ids.ts'
import type { Bus } from './bus.ts'
import type { Connection } from './connection.ts'
import { frameOf } from './frame.ts'
import type { Hub } from './hub.ts'
import type { ConnectionActor } from './member-reads.ts'
import type { Presence } from './presence.ts'
import { type RecentTopics, wasMissed } from './recent-topics.ts'

type WatchFeed = Extract<ReceivedMessage, { type: 'watch_feed' }>

const TYPING_EVERY_MS = 1_000
/** Every socket asks for it again and again. */
const PONG = frameOf({ type: 'pong' })

/** What a member can send over an open connection, beyond hello. */
export function handleClientMessages<Actor extends ConnectionActor>(
  hub: Hub<Connection<Actor>>,
  presence: Presence<Connection<Actor>>,
  recent: RecentTopics,
  bus: Bus,
  clock: () => number,
) {
  const typedAt = new WeakMap<object, Map<Id, number>>()

  function watchFeed(connection: Connection<Actor>, { feed, heardMsAgo }: WatchFeed) {
    const own = `feed:${connection.memberId}` as const
    hub.unsubscribe(connection, own)
    hub.unsubscribe(connection, 'feed:public')
    if (!feed) return
    const topic = feed === 'public' ? 'feed:public' : own
    hub.subscribe(connection, topic)
    const isMissed = wasMissed(recent, [topic], clock(), heardMsAgo)
    if (isMissed !== undefined) connection.sendEvent({ type: 'feed_watched', feed, isMissed })
  }

  function beInSpaces(connection: Connection<Actor>, spaceIds: Id[]) {
    const allowed = spaceIds.filter((spaceId) => hub.isSubscribed(connection, `space:${spaceId}`))
    const entered = presence.be(connection, connection.memberId, allowed)
    // Whoever is in one chat sees the others beside it.
    const others = allowed.length > 0 ? presence.inUse(otherSpaces(connection, allowed)) : []
    for (const list of [...entered, ...others]) connection.sendEvent(list)
  }

  function otherSpaces(connection: Connection<Actor>, spaceIds: readonly Id[]): Id[] {
    return [...hub.topicsOf(connection)]
      .filter((topic) => topic.startsWith('space:'))
      .map((topic) => Number(topic.slice('space:'.length)))
      .filter((spaceId) => !spaceIds.includes(spaceId))
  }

  function typing(connection: Connection<Actor>, actor: Actor, spaceId: Id) {
    if (!hub.isSubscribed(connection, `space:${spaceId}`)) return
    const times = typedAt.get(connection.rateLimitKey) ?? new Map<Id, number>()
    typedAt.set(connection.rateLimitKey, times)
    const before = times.get(spaceId)
    if (before !== undefined && clock() - before < TYPING_EVERY_MS) return
    times.set(spaceId, clock())
    bus.publish({
      kind: 'broadcast',
      topics: [`space:${spaceId}`],
      event: {
        type: 'typing',
        spaceId: String(spaceId),
        userId: String(actor.id),
        username: actor.username,
      },
      own: { memberId: actor.id, event: null },
    })
  }

  return function handle(connection: Connection<Actor>, actor: Actor, message: ReceivedMessage) {
    if (message.type === 'ping') connection.send(PONG)
    else if (message.type === 'watch_feed') watchFeed(connection, message)
    else if (message.type === 'be_in_spaces') beInSpaces(connection, message.spaceIds)
    else if (message.type === 'typing') typing(connection, actor, message.spaceId)
    else connection.close(CLOSED.unreadable)
  }
}
