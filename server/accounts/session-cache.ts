import { ReadCache } from '../platform/database/read-cache.ts'
import type { Database } from '../schema.ts'
import type { findLiveSession } from './session-queries.ts'

export type CachedSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>
export type SessionCache = ReadCache<string, CachedSession>

const SESSIONS_MAX_BYTES = 8 * 1024 * 1024
/** A row with its texts, and its place among those that are kept. */
const SESSION_BYTES = 800

/**
 * The sessions of those who ask, by their ids, until anything of the session or its member is
 * written.
 */
export function createSessionCache(db: Database): SessionCache {
  return new ReadCache(db, { maxBytes: SESSIONS_MAX_BYTES, bytesOf: () => SESSION_BYTES })
}
