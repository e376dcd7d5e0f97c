import { CLOSED } from '../../../contract/realtime.ts'
import { runEvery } from '../concurrency/run-every.ts'
import type { Authenticator, Log } from './authenticator.ts'
import type { Connection, SessionActor } from './connection.ts'
import type { Hub } from './hub.ts'

/** Another process, such as the command line, may end a session and have no way to say so. */
const CLOSE_ENDED_EVERY_MS = 750
const RENEW_ACTORS_EVERY_MS = 60_000

/** Closes the connections of sessions that ended or expired. */
export function startSessionExpiry<Actor extends SessionActor>(
  hub: Hub<Connection<Actor>>,
  authenticator: Authenticator<Actor>,
  log: Log,
) {
  async function closeEnded() {
    for (const sessionId of await authenticator.endedSessions(hub.sessionIds()))
      for (const connection of [...hub.ofSession(sessionId)]) connection.close(CLOSED.unauthorized)
  }

  /** A member may have another name by now. */
  async function renewActors() {
    for (const [sessionId, actor] of await authenticator.actorsOfSessions(hub.sessionIds()))
      for (const connection of hub.ofSession(sessionId)) connection.actor = actor
  }

  const failed = (error: unknown) =>
    log.warn({ err: error }, 'the sessions of open sockets could not be read')
  const tasks = [
    runEvery(CLOSE_ENDED_EVERY_MS, closeEnded, failed),
    runEvery(RENEW_ACTORS_EVERY_MS, renewActors, failed),
  ]
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
