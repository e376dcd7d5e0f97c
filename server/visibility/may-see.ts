import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import {
  joinedSpaces,
  visibleComments,
  visibleMembers,
  visibleNotifications,
  visiblePosts,
  visibleSpaces,
} from './visible-queries.ts'
import { visibleTo } from './visible-to.ts'

interface Seen {
  viewerId: Id
  id: Id
}

const SUBJECTS = {
  member: prepared((db: ReadonlyDatabase, { viewerId, id }: Seen) =>
    visibleMembers(db, viewerId).select('users.id').where('users.id', '=', id),
  ),
  /** And with it its picture, its reactions and how many comments it has. */
  post: prepared((db: ReadonlyDatabase, { viewerId, id }: Seen) =>
    visiblePosts(db, viewerId).select('posts.id').where('posts.id', '=', id),
  ),
  comment: prepared((db: ReadonlyDatabase, { viewerId, id }: Seen) =>
    visibleComments(db, viewerId).select('comments.id').where('comments.id', '=', id),
  ),
  notification: prepared((db: ReadonlyDatabase, { viewerId, id }: Seen) =>
    visibleNotifications(db, viewerId)
      .select('notifications.id')
      .where('notifications.id', '=', id),
  ),
  space: prepared((db: ReadonlyDatabase, { id }: Seen) =>
    visibleSpaces(db).select('spaces.id').where('spaces.id', '=', id),
  ),
  /** Its members, its sound and its art. */
  'space contents': prepared((db: ReadonlyDatabase, { viewerId, id }: Seen) =>
    visibleSpaces(db)
      .select('spaces.id')
      .where('spaces.id', '=', id)
      .where(visibleTo(viewerId).spaceContents()),
  ),
  'space messages': prepared((db: ReadonlyDatabase, { viewerId, id }: Seen) =>
    joinedSpaces(db, viewerId).select('space_id').where('space_id', '=', id),
  ),
}

export type Subject = keyof typeof SUBJECTS

/** Whether a member may see one thing: the rule of `visibleTo`, asked of the database. */
export async function maySee(
  db: ReadonlyDatabase,
  viewerId: Id,
  subject: Subject,
  id: Id,
): Promise<boolean> {
  return (await SUBJECTS[subject](db, { viewerId, id })).length > 0
}
