import type { Insertable } from 'kysely'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { deletedMembers } from '../visibility/hidden-members.ts'
import type { MailedLinksTable, SessionsTable } from './tables.ts'

export function findUser(db: Queryable, id: Id) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findUserByEmail(db: Queryable, emailKey: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findUserByUsername(db: Queryable, usernameKey: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('username_key', '=', usernameKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** False when it was so already, or the member is no more. */
export async function updateIsAdmin(trx: Queryable, userId: Id, isAdmin: boolean) {
  const row = await trx
    .updateTable('users')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('is_admin', '=', isAdmin ? 0 : 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function updatePasswordHash(trx: Queryable, userId: Id, hash: string) {
  return trx
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

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
    // One that was being made while the account was deleted or suspended speaks for nobody, and who
    // is not let in has none.
    .where('users.verified_at', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_until', 'is', null),
)

/** No session has this id: it fills up a list of ids, so that one statement serves all. */
const NO_SESSION = ''
/** So many sessions are asked for in one query. */
export const SESSIONS_AT_ONCE = 250

/** Those of the sessions that have not ended. */
export function findLiveSessions(db: Queryable, sessionIds: string[], now: number) {
  return liveSessions(db, { ...inPlaces(sessionIds), now })
}

export async function countLiveSessions(db: Queryable, sessionIds: string[], now: number) {
  const [row] = await liveSessionCount(db, { ...inPlaces(sessionIds), now })
  return Number(row?.count ?? 0)
}

type SessionsQuery = Record<number, string> & { now: number }

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
    .where('sessions.id', 'in', inPlaces(given))
    .where('sessions.expires_at', '>', given.now)
    .where('users.verified_at', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_until', 'is', null),
)

const liveSessionCount = prepared((db: Queryable, given: SessionsQuery) =>
  db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', inPlaces(given))
    .where('expires_at', '>', given.now),
)

function inPlaces(sessionIds: Record<number, string>): string[] {
  return Array.from({ length: SESSIONS_AT_ONCE }, (_, place) => sessionIds[place] ?? NO_SESSION)
}

interface NextGeneration {
  id: string
  generation: number
  refreshed_at: number
  expires_at: number
  network: string
}

/** Undefined when another refresh of the same generation was first. */
export function advanceSession(db: Queryable, next: NextGeneration) {
  return db
    .updateTable('sessions')
    .set({ ...renewal(next), generation: next.generation + 1, is_token_used: 0 })
    .where('id', '=', next.id)
    .where('generation', '=', next.generation)
    .returning(['generation', 'refreshed_at', 'agent', 'network'])
    .executeTakeFirst()
}

/** The token of this generation once more; undefined when it was used, or another was first. */
export function renewUnusedToken(
  db: Queryable,
  next: NextGeneration & { refreshedBefore: number },
) {
  return db
    .updateTable('sessions')
    .set(renewal(next))
    .where('id', '=', next.id)
    .where('generation', '=', next.generation)
    .where('refreshed_at', '=', next.refreshedBefore)
    .where('is_token_used', '=', 0)
    .returning(['generation', 'refreshed_at'])
    .executeTakeFirst()
}

function renewal({ refreshed_at, expires_at, network }: NextGeneration) {
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

export async function deleteEndedSessions(db: Queryable, now: number) {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

type Purpose = MailedLinksTable['purpose']

export async function insertMailedLink(trx: Queryable, link: Insertable<MailedLinksTable>) {
  await trx.insertInto('mailed_links').values(link).execute()
}

export async function deleteUnusedMailedLinks(trx: Queryable, userId: Id, purpose: Purpose) {
  await trx
    .deleteFrom('mailed_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteAllUnusedMailedLinks(trx: Queryable) {
  await trx.deleteFrom('mailed_links').where('used_at', 'is', null).execute()
}

/** But for the links that verified an account: opened again they are no error, however late. */
export async function deleteEndedMailedLinks(db: Queryable, before: number) {
  await db
    .deleteFrom('mailed_links')
    .where('expires_at', '<=', before)
    .where((w) => w.or([w('purpose', '<>', 'verify'), w('used_at', 'is', null)]))
    .execute()
}

export function findMailedLink(db: Queryable, tokenHash: string, purpose: Purpose) {
  return db
    .selectFrom('mailed_links')
    .innerJoin('users', 'users.id', 'mailed_links.user_id')
    .select([
      'mailed_links.user_id',
      'mailed_links.expires_at',
      'mailed_links.used_at',
      'users.verified_at',
      'users.waiting_since',
    ])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Uses the link up; undefined when it is unknown, ended or already used: one of two wins. */
export function redeemMailedLink(trx: Queryable, tokenHash: string, purpose: Purpose, now: number) {
  return trx
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('user_id', 'not in', deletedMembers())
    .returning(['user_id', 'email', 'expires_at'])
    .executeTakeFirst()
}

export async function membersAfter(db: Queryable, id: Id | null, limit: number) {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .$if(id !== null, (query) => query.where('id', '>', id ?? 0))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
