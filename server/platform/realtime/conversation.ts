import { CLOSED, type ClientMessage } from '../../../contract/realtime.ts'
import type { Id } from '../ids.ts'
import type { Bus } from './bus.ts'
import type { Connection, Visitor } from './connection.ts'
import type { Hub } from './hub.ts'
import type { Presence } from './presence.ts'

const TYPING_EVERY_MS = 1_000

/** What a member can say over an open connection, beyond hello. */
export function conversation<V extends Visitor>(
  hub: Hub<Connection<V>>,
  presence: Presence<Connection<V>>,
  bus: Bus,
  clock: () => number,
) {
  const typed = new WeakMap<Connection<V>, Map<string, number>>()

  function watchFeed(connection: Connection<V>, feed: 'friends' | 'public' | null) {
    const own = `feed:${connection.memberId}` as const
    hub.silence(connection, own)
    hub.silence(connection, 'feed:public')
    if (feed) hub.listen(connection, feed === 'public' ? 'feed:public' : own)
  }

  function beInSpaces(connection: Connection<V>, spaceIds: Id[]) {
    const allowed = spaceIds.filter((spaceId) => hub.hears(connection, `space:${spaceId}`))
    for (const list of presence.be(connection, connection.memberId, allowed)) connection.say(list)
  }

  function typing(connection: Connection<V>, visitor: V, spaceId: Id) {
    if (!hub.hears(connection, `space:${spaceId}`)) return
    const times = typed.get(connection) ?? new Map<string, number>()
    typed.set(connection, times)
    const before = times.get(spaceId)
    if (before !== undefined && clock() - before < TYPING_EVERY_MS) return
    times.set(spaceId, clock())
    bus.publish({
      kind: 'event',
      topics: [`space:${spaceId}`],
      event: { type: 'typing', spaceId, userId: visitor.id, username: visitor.username },
      own: { memberId: visitor.id, event: null },
    })
  }

  return function answer(connection: Connection<V>, visitor: V, message: ClientMessage) {
    if (message.type === 'ping') connection.say({ type: 'pong' })
    else if (message.type === 'watch_feed') watchFeed(connection, message.feed)
    else if (message.type === 'be_in_spaces') beInSpaces(connection, message.spaceIds)
    else if (message.type === 'typing') typing(connection, visitor, message.spaceId)
    else connection.end(CLOSED.unreadable)
  }
}
