import { CLOSED, HELLO_WITHIN_MS, SILENCE_MEANS_DEAD_MS } from '../../contract/realtime.ts'
import type { Connection } from './connection.ts'
import type { ConnectionActor } from './member-reads.ts'

const CHECK_EVERY_MS = 1_000

/** Ends connections that never say hello, and those whose client no longer sends its pings. */
export function startHeartbeat<Actor extends ConnectionActor>(
  connections: () => Iterable<Connection<Actor>>,
  clock: () => number,
) {
  function check() {
    const now = clock()
    for (const connection of connections()) {
      if (connection.isEnded) continue
      if (now - connection.lastReceivedAt >= SILENCE_MEANS_DEAD_MS) connection.terminate()
      else if (!connection.hasSaidHello && now - connection.openedAt >= HELLO_WITHIN_MS)
        connection.close(CLOSED.unauthorized)
    }
  }

  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
