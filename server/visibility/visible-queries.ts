import { type Expression, type SqlBool, sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { friendship } from './friendships.ts'
import { isNotDeleted, type Viewer } from './hidden-members.ts'
import { visibleTo } from './visible-to.ts'

// What every read that somebody sees starts from. A test looks through the server for reads of
// these tables that start elsewhere.

export function visiblePosts(db: ReadonlyDatabase, viewer: Viewer) {
  return db.selectFrom('posts').where(visibleTo(viewer).post())
}

/**
 * The posts of one author. Whether the viewer may see any is asked once for all of them: a private
 * author's posts, whose readers are all friends (`POST_READERS`), are not looked through for a
 * stranger.
 */
export function visiblePostsOf(db: ReadonlyDatabase, viewer: Id, author: Id) {
  const authorWithPosts = db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', author)
    .where(({ or, eb, exists }) =>
      or([
        eb('users.is_private', '=', 0),
        eb('users.id', '=', viewer),
        exists(friendship(db, viewer, author)),
      ]),
    )
  return visiblePosts(db, viewer).where('posts.author_id', '=', authorWithPosts)
}

/** With their authors: a comment is seen by who may see the post and who wrote the comment. */
export function visibleComments(db: ReadonlyDatabase, viewer: Viewer) {
  return visiblePosts(db, viewer)
    .innerJoin('comments', 'comments.post_id', 'posts.id')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .where(visibleTo(viewer).member())
}

/**
 * The comments that reply to none. Of one whose author the viewer does not see, or that was
 * deleted, there is the row without an author, while the viewer sees a reply to it.
 */
export function visibleThreads(db: ReadonlyDatabase, viewer: Viewer) {
  const seenReply = visibleRepliesBelow(db, viewer).select('reply.id')
  return visiblePosts(db, viewer)
    .innerJoin('comments', 'comments.post_id', 'posts.id')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'comments.author_id').on(visibleTo(viewer).member()),
    )
    .where('comments.parent_id', 'is', null)
    .where((eb) => eb.or([eb('users.id', 'is not', null), eb.exists(seenReply)]))
}

/**
 * Over `comments as reply`: those to the comment of the query around. A range, since PostgreSQL
 * takes what equals for as frequent as the average, and then reads the table through for a few.
 */
export const isReplyBelow = sql<SqlBool>`reply.parent_id between comments.id and comments.id`

/** The replies to the comment of the query around: who sees that one sees the post. */
export function visibleRepliesBelow(db: ReadonlyDatabase, viewer: Viewer) {
  // Not a join: that PostgreSQL may begin with all members.
  const author = visibleMembers(db, viewer)
    .select('users.id')
    .whereRef('users.id', '=', sql.ref('reply.author_id'))
  return db
    .selectFrom('comments as reply')
    .where(isReplyBelow)
    .where('reply.author_id', '=', author)
}

export function visibleMembers(db: ReadonlyDatabase, viewer: Viewer) {
  return db.selectFrom('users').where(visibleTo(viewer).member())
}

export function visibleNotifications(db: ReadonlyDatabase, viewer: Viewer) {
  return db.selectFrom('notifications').where(visibleTo(viewer).notification())
}

/** Cards are for every member, but while a space passes to somebody. A conversation has none. */
export function visibleSpaces(db: ReadonlyDatabase) {
  return db
    .selectFrom('spaces')
    .where('spaces.kind', '=', sql.lit('space'))
    .where(isNotDeleted('spaces.admin_id'))
}

export function visibleConversations(db: ReadonlyDatabase, viewer: Viewer) {
  return db
    .selectFrom('space_members as mine')
    .innerJoin('spaces', 'spaces.id', 'mine.space_id')
    .innerJoin('conversations as conversation', 'conversation.id', 'spaces.id')
    .where('mine.user_id', '=', viewer)
}

export function joinedSpaces(db: ReadonlyDatabase, viewer: Viewer) {
  return db.selectFrom('space_members').where(visibleTo(viewer).ownMembership())
}

export function visibleMessages(
  db: ReadonlyDatabase,
  viewer: Viewer,
  spaceId: Id | Expression<Id>,
) {
  return db
    .selectFrom('space_messages as message')
    .where('message.space_id', '=', spaceId)
    .where(visibleTo(viewer).message(spaceId))
}

/**
 * Posts of everybody, for nobody's eyes as they are: for moderation, for what the server itself
 * keeps in order, and for cards of posts that were asked for by `visiblePosts` before.
 */
export function postsWithoutVisibilityCheck(db: ReadonlyDatabase) {
  return db.selectFrom('posts')
}
