import { CLOSED, HELLO_WITHIN_MS, SILENCE_MEANS_DEAD_MS } from '../../../contract/realtime.ts'
import type { Connection, Visitor } from './connection.ts'
import type { Log, Porter } from './delivery.ts'
import type { Hub } from './hub.ts'

const LOOK_EVERY_MS = 1_000
const ASK_EVERY_MS = 60_000

interface WatchWorld<V extends Visitor> {
  hub: Hub<Connection<V>>
  porter: Porter<V>
  clock: () => number
  log: Log
  connections: () => Iterable<Connection<V>>
}

/** Ends what time ends: strangers who say nothing, lines gone dead, and sessions that expired. */
export function keepWatch<V extends Visitor>(world: WatchWorld<V>) {
  const { hub, porter, clock, log } = world

  function look() {
    const now = clock()
    for (const connection of world.connections()) {
      if (connection.isEnded) continue
      if (now - connection.heardAt >= SILENCE_MEANS_DEAD_MS) connection.cut()
      else if (!connection.hasSaidHello && now - connection.openedAt >= HELLO_WITHIN_MS)
        connection.end(CLOSED.unauthorized)
    }
  }

  async function askForSessions() {
    const asked = hub.sessionIds()
    if (asked.length === 0) return
    const visitors = await porter.visitorsOfSessions(asked)
    for (const sessionId of asked)
      for (const connection of [...hub.ofSession(sessionId)]) {
        const visitor = visitors.get(sessionId)
        if (visitor) connection.visitor = visitor
        else connection.end(CLOSED.unauthorized)
      }
  }

  const looking = setInterval(look, LOOK_EVERY_MS)
  const asking = setInterval(() => {
    askForSessions().catch((error: unknown) =>
      log.warn({ err: error }, 'the sessions of the stream could not be read'),
    )
  }, ASK_EVERY_MS)
  looking.unref()
  asking.unref()
  return {
    stop() {
      clearInterval(looking)
      clearInterval(asking)
    },
  }
}
