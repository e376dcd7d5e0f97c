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

type Find = (db: ReadonlyDatabase, viewerId: Id, id: Id) => { executeTakeFirst(): Promise<unknown> }

const SUBJECTS = {
  member: (db, viewerId, id) =>
    visibleMembers(db, viewerId).select('users.id').where('users.id', '=', id),
  /** And with it its picture, its reactions and how many comments it has. */
  post: (db, viewerId, id) =>
    visiblePosts(db, viewerId).select('posts.id').where('posts.id', '=', id),
  comment: (db, viewerId, id) =>
    visibleComments(db, viewerId).select('comments.id').where('comments.id', '=', id),
  notification: (db, viewerId, id) =>
    visibleNotifications(db, viewerId)
      .select('notifications.id')
      .where('notifications.id', '=', id),
  space: (db, _viewerId, id) => visibleSpaces(db).select('spaces.id').where('spaces.id', '=', id),
  /** Its members, its sound and its art. */
  'space contents': (db, viewerId, id) =>
    visibleSpaces(db)
      .select('spaces.id')
      .where('spaces.id', '=', id)
      .where(visibleTo(viewerId).spaceContents()),
  'space messages': (db, viewerId, id) =>
    joinedSpaces(db, viewerId).select('space_id').where('space_id', '=', id),
} satisfies Record<string, Find>

export type Subject = keyof typeof SUBJECTS

/** Whether a member may see one thing: the rule of `visibleTo`, asked of the database. */
export async function maySee(
  db: ReadonlyDatabase,
  viewerId: Id,
  subject: Subject,
  id: Id,
): Promise<boolean> {
  return (await SUBJECTS[subject](db, viewerId, id).executeTakeFirst()) !== undefined
}
