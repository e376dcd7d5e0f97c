import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Queryable } from '../schema.ts'
import { findMute } from './block-queries.ts'
import * as queries from './queries.ts'

export interface Relationship {
  isFriend: boolean
  requestSent: boolean
  requestReceived: boolean
  isMuted: boolean
  /** Null where it is not muted, or for good. */
  mutedUntil: string | null
}

export async function relationshipOf(
  db: Queryable,
  viewerId: Id,
  memberId: Id,
): Promise<Relationship> {
  const found = await queries.findRelationship(db, viewerId, memberId)
  const mute = await findMute(db, viewerId, memberId)
  return {
    isFriend: found?.friend_id === memberId,
    requestSent: found?.sender_id === viewerId,
    requestReceived: found?.sender_id === memberId,
    isMuted: mute !== undefined,
    mutedUntil: typeof mute?.until === 'number' ? isoTimestamp(mute.until) : null,
  }
}
