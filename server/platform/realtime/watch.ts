import { CLOSED, HELLO_WITHIN_MS, SILENCE_MEANS_DEAD_MS } from '../../../contract/realtime.ts'
import type { Connection, Visitor } from './connection.ts'
import type { Log, Porter } from './delivery.ts'
import type { Hub } from './hub.ts'

const LOOK_EVERY_MS = 1_000
/** Another process, such as the command line, may end a session and have no way to say so. */
const ASK_WHO_ENDED_EVERY_MS = 750
const ASK_WHO_THEY_ARE_EVERY_MS = 60_000

interface WatchOptions<V extends Visitor> {
  hub: Hub<Connection<V>>
  porter: Porter<V>
  clock: () => number
  log: Log
  connections: () => Iterable<Connection<V>>
}

/** Ends what time ends: strangers who say nothing, lines gone dead, and sessions that expired. */
export function keepWatch<V extends Visitor>(world: WatchOptions<V>) {
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

  async function askWhoEnded() {
    for (const sessionId of await porter.endedSessions(hub.sessionIds()))
      for (const connection of [...hub.ofSession(sessionId)]) connection.end(CLOSED.unauthorized)
  }

  /** A member may have another name by now. */
  async function askWhoTheyAre() {
    for (const [sessionId, visitor] of await porter.visitorsOfSessions(hub.sessionIds()))
      for (const connection of hub.ofSession(sessionId)) connection.visitor = visitor
  }

  const failed = (error: unknown) =>
    log.warn({ err: error }, 'the sessions of the stream could not be read')
  const timers = [
    setInterval(look, LOOK_EVERY_MS),
    setInterval(oneAtATime(askWhoEnded, failed), ASK_WHO_ENDED_EVERY_MS),
    setInterval(oneAtATime(askWhoTheyAre, failed), ASK_WHO_THEY_ARE_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** While one asking waits for its answer, no other begins. */
function oneAtATime(ask: () => Promise<void>, failed: (error: unknown) => void) {
  let isAsking = false
  return async () => {
    if (isAsking) return
    isAsking = true
    await ask().catch(failed)
    isAsking = false
  }
}
