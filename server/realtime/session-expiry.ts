import { CLOSED } from '../../contract/realtime.ts'
import { periodicTask } from '../platform/concurrency/periodic-task.ts'
import type { Log } from '../platform/log.ts'
import type { Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import type { ConnectionActor, MemberReads } from './member-reads.ts'

const CLOSE_EXPIRED_EVERY_MS = 1_000
/** A member deleted by the command line is gone from every page within a second. */
const CLOSE_ENDED_EVERY_MS = 750
const RENEW_EVERY_MS = 60_000

interface SessionExpiryOptions<Actor extends ConnectionActor> {
  reads: MemberReads<Actor>
  clock: () => number
  log: Log<'debug' | 'warn'>
  databaseState: (() => Promise<string>) | null
}

/**
 * Closes the connections of sessions that expired, and of those that another process ended where it
 * has no way to say so. As long as nobody else writes, no session is read for that.
 */
export function startSessionExpiry<Actor extends ConnectionActor>(
  hub: Hub<Connection<Actor>>,
  { reads, clock, log, databaseState }: SessionExpiryOptions<Actor>,
) {
  let checkedState = ''

  function close(sessionId: string) {
    for (const connection of [...hub.ofSession(sessionId)]) connection.close(CLOSED.unauthorized)
  }

  /** A session may have been prolonged, and a member may have another name by now. */
  async function renew(sessionIds: string[]) {
    const actors = await reads.actorsOfSessions(sessionIds)
    for (const sessionId of sessionIds) {
      const actor = actors.get(sessionId)
      if (!actor) close(sessionId)
      else for (const connection of hub.ofSession(sessionId)) connection.actor = actor
    }
  }

  async function closeExpired() {
    const now = clock()
    const due = new Set<string>()
    for (const { actor } of hub.all())
      if (actor && actor.sessionExpiresAt <= now) due.add(actor.sessionId)
    if (due.size > 0) await renew([...due])
  }

  async function closeEnded(readState: () => Promise<string>) {
    if (hub.sessionIds().length === 0) return
    const state = await readState()
    if (state === checkedState) return
    for (const sessionId of await reads.endedSessions(hub.sessionIds())) close(sessionId)
    checkedState = state
  }

  const failed = (error: unknown) =>
    log.warn({ err: error }, 'the sessions of open sockets could not be read')
  const tasks = [
    periodicTask(CLOSE_EXPIRED_EVERY_MS, closeExpired, failed),
    periodicTask(RENEW_EVERY_MS, () => renew(hub.sessionIds()), failed),
  ]
  if (databaseState)
    tasks.push(periodicTask(CLOSE_ENDED_EVERY_MS, () => closeEnded(databaseState), failed))
  for (const task of tasks) task.start()
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
