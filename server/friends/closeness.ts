import type { Queryable } from '../schema.ts'
import * as queries from './queries.ts'

/** How a member stands to the viewer. */
export interface Closeness {
  isFriend: boolean
  requestSent: boolean
  requestReceived: boolean
}

export async function closenessOf(
  db: Queryable,
  viewerId: string,
  memberId: string,
): Promise<Closeness> {
  const isFriend = await queries.areFriends(db, viewerId, memberId)
  return { isFriend, requestSent: false, requestReceived: false }
}
