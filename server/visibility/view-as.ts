import { MESSAGES } from '../../contract/posts.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { friendship } from './friendships.ts'
import { ANYBODY, isActive } from './hidden-members.ts'

/**
 * With whose eyes a member looks at what is theirs. Refuses (404) who is no friend: what they see
 * of the member is what everybody does.
 */
export async function viewerOf(
  memberId: Id,
  db: ReadonlyDatabase,
  viewer: Id | 'public',
): Promise<Id> {
  if (viewer === 'public') return ANYBODY
  const friend = await friendship(db, memberId, viewer)
    .where(isActive('friendships.friend_id'))
    .executeTakeFirst()
  if (!friend) throw new HttpError('not_found', MESSAGES.viewerMissing)
  return viewer
}
