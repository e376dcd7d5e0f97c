import { sql } from 'kysely'
import { HEIRS_NAMED, SPACES_NAMED } from '../../contract/account-deletion.ts'
import { jsonRows } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { visibleMembers } from '../visibility/visible-queries.ts'
import { pictureCountOf, postCountOf } from './queries.ts'

export async function countOwnThings(db: Queryable, userId: Id) {
  const row = await db
    .selectNoFrom((eb) => [
      postCountOf(db, userId).as('posts'),
      pictureCountOf(db, userId).where('delete_after', 'is', null).as('pictures'),
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
    .select(['spaces.id', 'spaces.name', heirsOf(db, userId).as('heirs')])
    .where('spaces.admin_id', '=', userId)
    .where('spaces.kind', '=', 'space')
    .orderBy('spaces.id')
    .limit(SPACES_NAMED)
    .execute()
}

/** Of the space of the row. Who has been in it longest comes first. */
function heirsOf(db: Queryable, userId: Id) {
  const heirs = visibleMembers(db, userId)
    .innerJoin('space_members', 'space_members.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.user_number', 'users.photo_image_id'])
    .where('space_members.space_id', '=', sql<Id>`spaces.id`)
    .where('users.id', '<>', userId)
    .orderBy('space_members.joined_at')
    .orderBy('users.id')
    .limit(HEIRS_NAMED)
  return jsonRows(db, heirs)
}
