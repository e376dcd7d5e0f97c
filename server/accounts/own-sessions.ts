import { hash } from 'node:crypto'
import { MESSAGES, type OwnSession, SESSIONS_MAX } from '../../contract/account-security.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import * as queries from './session-queries.ts'

/** The actor's own sessions that have not ended: the one they ask from, then the latest used. */
export async function readOwnSessions(
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<OwnSession[]> {
  const rows = await queries.ownSessions(db, actor, clock(), SESSIONS_MAX)
  return rows.map(({ id, agent, network, created_at, refreshed_at }) => ({
    _id: nameOfSession(id),
    agent,
    network,
    createdAt: isoTimestamp(created_at),
    lastUsedAt: isoTimestamp(refreshed_at - (refreshed_at % HOUR_MS)),
    isCurrent: id === actor.sessionId,
  }))
}

export async function hasSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  memberId: Id,
  name: string,
): Promise<boolean> {
  const ids = await queries.liveSessionIds(db, memberId, clock())
  return ids.some((id) => nameOfSession(id) === name)
}

/**
 * Signs one of the actor's devices out. True when it is the one they ask from. Refuses (404) a
 * session that is none of theirs.
 */
export async function endOwnSession(
  actor: Actor,
  services: Pick<Services, 'db' | 'bus'>,
  name: string,
): Promise<boolean> {
  return mutate(services, async ({ trx, publish }) => {
    const ids = await queries.ownSessionIds(trx, actor.id)
    const sessionId = ids.find((id) => nameOfSession(id) === name)
    if (sessionId === undefined || !(await queries.deleteOwnSession(trx, actor.id, sessionId)))
      throw new HttpError('not_found', MESSAGES.sessionMissing)
    publish({ kind: 'session-ended', sessionId })
    return sessionId === actor.sessionId
  })
}

export async function endOtherSessions(actor: Actor, { trx, publish }: Mutation): Promise<void> {
  for (const sessionId of await queries.deleteOtherSessions(trx, actor.id, actor.sessionId))
    publish({ kind: 'session-ended', sessionId })
}

/** Somebody signed in: a script that does so all the time leaves no more than the list shows. */
export async function endOldestSessions(userId: Id, { trx, publish }: Mutation): Promise<void> {
  for (const sessionId of await queries.deleteOldestSessions(trx, userId, SESSIONS_MAX))
    publish({ kind: 'session-ended', sessionId })
}

/** What a session is called on the wire: nothing of what finds it in the database. */
export function nameOfSession(sessionId: string): string {
  return hash('sha256', sessionId, 'base64url')
}
