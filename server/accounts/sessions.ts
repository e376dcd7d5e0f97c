import { DAY_MS } from '../../contract/durations.ts'
import { mutate } from '../platform/database/mutate.ts'
import { type Id, newSecret } from '../platform/ids.ts'
import { networkKey } from '../platform/limits.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import type { ClientInfo } from './client-info.ts'
import * as linkQueries from './mailed-link-queries.ts'
import { renewDevice } from './seen-devices.ts'
import type { CachedSession } from './session-cache.ts'
import * as sessionQueries from './session-queries.ts'
import { sessionIdOf, type TokenClaims } from './session-token.ts'
import { userAgentName } from './user-agent-name.ts'

// Sessions: one row for each sign-in, named by short-lived tokens. Ending the row ends every
// token of it at once. A token older than the previous one is taken for stolen.

const SESSION_LIFETIME_MS = DAY_MS
const REMEMBERED_LIFETIME_MS = 30 * DAY_MS
/** How long the previous token still counts, for two tabs that refresh at once. */
const PREVIOUS_TOKEN_GRACE_MS = 60_000

/** Who a session speaks for, until when. */
export interface SessionActor extends Actor {
  sessionExpiresAt: number
}

type SessionServices = Pick<Services, 'db' | 'clock' | 'tokens'>

/** Starts a session of who has just proved who they are, and returns its first token. */
export async function startSession(
  { db, clock, tokens }: SessionServices,
  userId: Id,
  rememberMe: boolean,
  client: ClientInfo | null = null,
): Promise<string> {
  const now = clock()
  const secret = newSecret()
  await sessionQueries.insertSession(db, {
    id: sessionIdOf(secret),
    user_id: userId,
    remember_me: rememberMe ? 1 : 0,
    generation: 1,
    refreshed_at: now,
    expires_at: now + lifetime(rememberMe),
    created_at: now,
    confirmed_at: now,
    agent: userAgentName(client?.userAgent),
    network: client ? networkKey(client.ip) : '',
  })
  return tokens.issue(secret, 1, now)
}

/** Who this token speaks for; null when it is no valid token of a live session. */
export async function actorOfToken(
  services: Authenticating,
  token: string,
): Promise<SessionActor | null> {
  const claims = validClaims(services, token)
  if (!claims) return null
  const { db, clock, sessionCache } = services
  const session = await sessionCache.read(claims.sessionId, () =>
    sessionQueries.findLiveSession(db, claims.sessionId, clock()),
  )
  const actor = session ? actorOfClaims(claims, session, clock()) : null
  // What cannot be written now is with the next request: who reads on a full disk goes on reading.
  if (actor && session && isFirstUse(claims, session))
    await sessionQueries.markTokenUsed(db, claims.sessionId, claims.generation).catch(() => {})
  return actor
}

/**
 * The same where it is known already, as far as the last look at the changes tells, and was used
 * before.
 */
export function knownActorOfToken(services: Authenticating, token: string): SessionActor | null {
  const claims = validClaims(services, token)
  const session = claims && services.sessionCache.find(claims.sessionId)
  return session && !isFirstUse(claims, session)
    ? actorOfClaims(claims, session, services.clock())
    : null
}

type Authenticating = SessionServices & Pick<Services, 'sessionCache'>

function validClaims({ clock, tokens }: Authenticating, token: string): TokenClaims | null {
  const claims = tokens.read(token)
  return claims && claims.expiresAt > clock() ? claims : null
}

/** It came through: from now on only a thief still has the token before it. */
function isFirstUse({ generation }: TokenClaims, session: CachedSession): boolean {
  return session.is_token_used === 0 && generation === session.generation
}

function actorOfClaims(
  { generation }: TokenClaims,
  session: CachedSession,
  now: number,
): SessionActor | null {
  // Its end comes without anything being written.
  if (session.expires_at <= now) return null
  const isCurrent = generation === session.generation
  return isCurrent || isPrevious(generation, session, now) ? actorOf(session) : null
}

export async function actorsOfSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sessionIds: string[],
): Promise<Map<string, SessionActor>> {
  const actors = new Map<string, SessionActor>()
  for (const some of batchesOf(sessionIds)) {
    const live = await sessionQueries.findLiveSessions(db, some, clock())
    for (const session of live) actors.set(session.id, actorOf(session))
  }
  return actors
}

/** Those of the sessions that have ended. Where none has, only a count is read. */
export async function endedSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sessionIds: string[],
): Promise<string[]> {
  const ended: string[] = []
  for (const some of batchesOf(sessionIds)) {
    const now = clock()
    if ((await sessionQueries.countLiveSessions(db, some, now)) === some.length) continue
    const live = new Set((await sessionQueries.findLiveSessions(db, some, now)).map(({ id }) => id))
    ended.push(...some.filter((id) => !live.has(id)))
  }
  return ended
}

function batchesOf(sessionIds: string[]): string[][] {
  const size = sessionQueries.SESSIONS_AT_ONCE
  const count = Math.ceil(sessionIds.length / size)
  return Array.from({ length: count }, (_, n) => sessionIds.slice(n * size, (n + 1) * size))
}

/**
 * The next token of a live session, for its current token or, within a minute of the last
 * refresh, the previous one (then the same successor). Later the previous one has it again as long
 * as nobody used it: its answer was lost. Null when the session has ended; any other older token
 * ends it. The session is in use from the network of that address then.
 */
export async function refreshToken(
  services: SessionServices & Pick<Services, 'bus' | 'seenDeviceHash'>,
  token: string,
  ip: string,
): Promise<string | null> {
  const { db, clock, tokens } = services
  const claims = tokens.read(token)
  if (!claims) return null
  const now = clock()
  const session = await sessionQueries.findLiveSession(db, claims.sessionId, now)
  if (!session) return null
  const refresh = {
    id: session.id,
    refreshed_at: now,
    network: networkKey(ip),
    expires_at: now + lifetime(session.remember_me === 1),
  }
  if (claims.generation === session.generation) {
    const { generation } = claims
    const next = await sessionQueries.refreshSession(db, { ...refresh, generation })
    if (next) {
      await renewDevice(services, session.user_id, next)
      return tokens.issue(claims.sessionSecret, next.generation, next.refreshed_at)
    }
  }
  // Read again: another tab may have refreshed in between.
  const latest = await sessionQueries.findLiveSession(db, claims.sessionId, now)
  if (!latest) return null
  if (isPrevious(claims.generation, latest, now))
    return tokens.issue(claims.sessionSecret, latest.generation, latest.refreshed_at)
  const { generation, is_token_used, refreshed_at: refreshedBefore } = latest
  if (claims.generation === generation - 1 && is_token_used === 0) {
    const next = await sessionQueries.refreshUnusedToken(db, {
      ...refresh,
      generation,
      refreshedBefore,
    })
    if (next) return tokens.issue(claims.sessionSecret, next.generation, next.refreshed_at)
    // It was used, ended or given again in between.
    return refreshToken(services, token, ip)
  }
  await endSession(services, latest.id)
  return null
}

export async function endSession(services: Pick<Services, 'db' | 'bus'>, sessionId: string) {
  await mutate(services, async ({ trx, publish }) => {
    await sessionQueries.deleteSession(trx, sessionId)
    publish({ kind: 'session-ended', sessionId })
  })
}

export async function endSessionsOf({ trx, publish }: Mutation, userId: Id) {
  await sessionQueries.deleteSessionsOf(trx, userId)
  publish({ kind: 'sessions-ended', memberId: userId })
}

function lifetime(rememberMe: boolean) {
  return rememberMe ? REMEMBERED_LIFETIME_MS : SESSION_LIFETIME_MS
}

function actorOf(session: {
  id: string
  user_id: Id
  username: string
  is_admin: number
  expires_at: number
}): SessionActor {
  return {
    id: session.user_id,
    username: session.username,
    isAdmin: session.is_admin === 1,
    sessionId: session.id,
    sessionExpiresAt: session.expires_at,
  }
}

function isPrevious(
  generation: number,
  session: { generation: number; refreshed_at: number },
  now: number,
) {
  return (
    generation === session.generation - 1 && now - session.refreshed_at <= PREVIOUS_TOKEN_GRACE_MS
  )
}

/** Everybody's: nobody is signed in any more, and no mailed link works. */
export async function invalidateAllSessionsAndLinks(trx: Queryable) {
  await sessionQueries.deleteAllSessions(trx)
  await linkQueries.deleteAllUnusedMailedLinks(trx)
}
