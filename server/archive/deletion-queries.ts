import { HEIRS_NAMED, SPACES_NAMED } from '../../contract/account-deletion.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { visibleMembers, visiblePosts } from '../visibility/visible-queries.ts'

// The SQL of what goes with an account, and who gets what it ran.

export async function countOwnThings(db: Queryable, userId: Id) {
  const row = await db
    .selectNoFrom((eb) => [
      visiblePosts(db, userId)
        .select(eb.fn.countAll<number>().as('count'))
        .where('posts.author_id', '=', userId)
        .as('posts'),
      eb
        .selectFrom('images')
        .select(eb.fn.countAll<number>().as('count'))
        .where('owner_id', '=', userId)
        .where('delete_after', 'is', null)
        .as('pictures'),
      eb
        .selectFrom('comments')
        .select(eb.fn.countAll<number>().as('count'))
        .where('author_id', '=', userId)
        .as('comments'),
      eb
        .selectFrom('space_messages')
        .select(eb.fn.countAll<number>().as('count'))
        .where('sender_id', '=', userId)
        .where('is_deleted', '=', 0)
        .where('added_id', 'is', null)
        .as('messages'),
    ])
    .executeTakeFirstOrThrow()
  return {
    posts: Number(row.posts),
    pictures: Number(row.pictures),
    comments: Number(row.comments),
    messages: Number(row.messages),
  }
}

export function ownSpaces(db: Queryable, userId: Id) {
  return db
    .selectFrom('spaces')
    .select(['id', 'name'])
    .where('admin_id', '=', userId)
    .where('kind', '=', 'space')
    .orderBy('id')
    .limit(SPACES_NAMED)
    .execute()
}

/** Who has been in the space longest comes first. */
export function heirsOf(db: Queryable, userId: Id, spaceId: Id) {
  return visibleMembers(db, userId)
    .innerJoin('space_members', 'space_members.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.user_number', 'users.photo_image_id'])
    .where('space_members.space_id', '=', spaceId)
    .where('users.id', '<>', userId)
    .orderBy('space_members.joined_at')
    .orderBy('users.id')
    .limit(HEIRS_NAMED)
    .execute()
}
