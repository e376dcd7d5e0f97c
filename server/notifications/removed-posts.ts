import { type Id, NO_ID } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { about } from './kinds.ts'
import type { NotificationRow } from './queries.ts'
import { beginningsOfRemoved } from './removed-post-queries.ts'

/**
 * The same rows; those that tell of a removed post quote how it began, so that its author knows
 * which it is. Nobody else is told of it.
 */
export async function quoteRemovedPosts(
  db: Queryable,
  memberId: Id,
  rows: NotificationRow[],
): Promise<NotificationRow[]> {
  const removed = rows.map(removedPostIn)
  const postIds = removed.filter((id) => id !== NO_ID)
  if (postIds.length === 0) return rows
  const beginnings = await beginningsOfRemoved(db, memberId, postIds)
  const quotes = new Map(beginnings.map(({ thing_id, text }) => [thing_id, text]))
  return rows.map((row, index) => ({
    ...row,
    quote: quotes.get(removed[index] ?? NO_ID) ?? row.quote,
  }))
}

function removedPostIn({ kind, params }: NotificationRow): Id {
  if (kind !== 'post_removed') return NO_ID
  const { data } = about.safeParse({ kind, params: JSON.parse(params) })
  return (data?.kind === kind && data.params.postId) || NO_ID
}
