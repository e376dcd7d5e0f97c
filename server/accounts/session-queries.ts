import type { Insertable, SelectQueryBuilder } from 'kysely'
import { withRowLock } from '../platform/database/portable-sql.ts'
import { listSlots, prepared, type Slots } from '../platform/database/prepared.ts'
import type { Actor } from '../platform/http/route.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, Schema } from '../schema.ts'
import type { SessionsTable } from './tables.ts'

export async function insertSession(db: Queryable, session: Insertable<SessionsTable>) {
  await db.insertInto('sessions').values(session).execute()
}

/** The session, if it has not ended, with what the actor is made of. Asked at every request. */
export async function findLiveSession(db: Queryable, sessionId: string, now: number) {
  const [session] = await liveSession(db, { sessionId, now })
  return session
}

const liveSession = prepared((db: Queryable, given: { sessionId: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.remember_me',
      'sessions.generation',
      'sessions.is_token_used',
      'sessions.refreshed_at',
      'sessions.expires_at',
      'users.username',
      'users.is_admin',
    ])
    .where('sessions.id', '=', given.sessionId)
    .where('sessions.expires_at', '>', given.now)
    .$call(ofWhoIsIn),
)

/**
 * One that was being made while the account was deleted or suspended speaks for nobody, and who is
 * not let in has none.
 */
function ofWhoIsIn<Row>(query: SelectQueryBuilder<Schema, 'sessions' | 'users', Row>) {
  return query
    .where('users.verified_at', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_until', 'is', null)
}

/** So many sessions are asked for in one query. */
export const SESSIONS_AT_ONCE = 250

/** No session has an empty id. */
const SESSIONS = listSlots(SESSIONS_AT_ONCE, '')

/** Those of the sessions that have not ended. */
export function findLiveSessions(db: Queryable, sessionIds: string[], now: number) {
  return liveSessions(db, { ...SESSIONS.fill(sessionIds), now })
}

export async function countLiveSessions(db: Queryable, sessionIds: string[], now: number) {
  const [row] = await liveSessionCount(db, { ...SESSIONS.fill(sessionIds), now })
  return Number(row?.count ?? 0)
}

type SessionsQuery = Slots<string> & { now: number }

const liveSessions = prepared((db: Queryable, given: SessionsQuery) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.expires_at',
      'users.username',
      'users.is_admin',
    ])
    .where('sessions.id', 'in', SESSIONS.in(given))
    .where('sessions.expires_at', '>', given.now)
    .$call(ofWhoIsIn),
)

const liveSessionCount = prepared((db: Queryable, given: SessionsQuery) =>
  db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', SESSIONS.in(given))
    .where('expires_at', '>', given.now),
)

interface SessionRefresh {
  id: string
  generation: number
  refreshed_at: number
  expires_at: number
  network: string
}

/** Undefined when another refresh of the same generation was first. */
export function refreshSession(db: Queryable, next: SessionRefresh) {
  return db
    .updateTable('sessions')
    .set({ ...refreshedValues(next), generation: next.generation + 1, is_token_used: 0 })
    .where('id', '=', next.id)
    .where('generation', '=', next.generation)
    .returning(['generation', 'refreshed_at', 'agent', 'network'])
    .executeTakeFirst()
}

/** The token of this generation once more; undefined when it was used, or another was first. */
export function refreshUnusedToken(
  db: Queryable,
  next: SessionRefresh & { refreshedBefore: number },
) {
  return db
    .updateTable('sessions')
    .set(refreshedValues(next))
    .where('id', '=', next.id)
    .where('generation', '=', next.generation)
    .where('refreshed_at', '=', next.refreshedBefore)
    .where('is_token_used', '=', 0)
    .returning(['generation', 'refreshed_at'])
    .executeTakeFirst()
}

function refreshedValues({ refreshed_at, expires_at, network }: SessionRefresh) {
  return { refreshed_at, expires_at, network }
}

export async function markTokenUsed(db: Queryable, id: string, generation: number) {
  await db
    .updateTable('sessions')
    .set({ is_token_used: 1 })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('is_token_used', '=', 0)
    .execute()
}

export async function deleteSession(db: Queryable, sessionId: string) {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

export async function deleteSessionsOf(db: Queryable, userId: Id) {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function deleteAllSessions(db: Queryable) {
  await db.deleteFrom('sessions').execute()
}

export async function deleteExpiredSessions(db: Queryable, now: number) {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

/** This one first, then the latest used. */
export function ownSessions(
  db: Queryable,
  { id: userId, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  now: number,
  limit: number,
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'agent', 'network', 'created_at', 'refreshed_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy((eb) => eb.case().when('id', '=', sessionId).then(0).else(1).end())
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function liveSessionIds(db: Queryable, userId: Id, now: number) {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether it is there, and stays until the transaction ends. */
export async function lockSession(trx: Queryable, id: string): Promise<boolean> {
  const session = trx.selectFrom('sessions').select('id').where('id', '=', id)
  return (await withRowLock(trx, session).executeTakeFirst()) !== undefined
}

export async function ownSessionIds(trx: Queryable, userId: Id) {
  const rows = await trx.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** False when it is none of theirs, or has ended. */
export async function deleteOwnSession(trx: Queryable, userId: Id, sessionId: string) {
  const row = await trx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteOtherSessions(trx: Queryable, userId: Id, sessionId: string) {
  const rows = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** All but the latest used, as many as were made since this was last done. */
export async function deleteOldestSessions(trx: Queryable, userId: Id, kept: number) {
  const oldest = trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(kept)
    .offset(kept)
  const rows = await trx.deleteFrom('sessions').where('id', 'in', oldest).returning('id').execute()
  return rows.map(({ id }) => id)
}

export async function findConfirmation(db: Queryable, sessionId: string) {
  const row = await db
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.confirmed_at
}

export async function confirmSession(db: Queryable, sessionId: string, now: number) {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', sessionId).execute()
}
