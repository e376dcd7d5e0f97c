import { type SqlBool, sql } from 'kysely'
import { LAST_LINE_MAX } from '../../contract/space-summaries.ts'
import { jsonRows } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { blockedWith, isUnblocked } from '../visibility/hidden-members.ts'
import { joinedSpaces, visibleMessages, visibleSpaces } from '../visibility/visible-queries.ts'
import { OWN_SPACES_MAX, SPACE_OF_ROW, unreadMessages } from './card-queries.ts'

export const ownRooms = prepared((db: Queryable, given: { viewer: Id }) =>
  visibleSpaces(db)
    .innerJoin('space_members as mine', 'mine.space_id', 'spaces.id')
    .where('mine.user_id', '=', given.viewer)
    .select(({ exists, case: when }) => [
      'spaces.id',
      'spaces.name',
      'spaces.color_palette',
      'spaces.vibe',
      'mine.muted_until',
      when()
        .when(exists(unreadMessages(db, given.viewer)))
        .then(sql.lit(1))
        .else(sql.lit(0))
        .end()
        .as('is_unread'),
      lastMessage(db, given.viewer).as('last_message'),
    ])
    .orderBy('spaces.last_activity_at', 'desc')
    .orderBy('spaces.id', 'desc')
    .limit(sql.lit(OWN_SPACES_MAX)),
)

export type RoomRow = Awaited<ReturnType<typeof ownRooms>>[number]

export const EVERY_MESSAGE = sql<SqlBool>`true`

/**
 * The last thing said in the space of the row that is shown there, but for whom a block keeps from
 * the viewer.
 */
export function lastMessage(db: Queryable, viewer: Id, isShown = EVERY_MESSAGE) {
  const last = visibleMessages(db, viewer, SPACE_OF_ROW)
    .innerJoin('users as sender', 'sender.id', 'message.sender_id')
    .select([
      'message.seq',
      'message.created_at',
      'message.image_count',
      'sender.username',
      sql<string>`substr(message.content, 1, ${sql.lit(LAST_LINE_MAX)})`.as('content'),
    ])
    .where('message.is_deleted', '=', sql.lit(0))
    .where('message.added_id', 'is', null)
    .where(isUnblocked('message.sender_id', viewer))
    .where(isShown)
    .orderBy('message.seq', 'desc')
    .limit(sql.lit(1))
  return jsonRows(db, last)
}

/** Whom a block keeps from the viewer, of those who are in a space with them. */
export async function foldedMembers(db: Queryable, viewer: Id): Promise<Id[]> {
  const rows = await folded(db, { viewer })
  return rows.map(({ id }) => id)
}

const folded = prepared((db: Queryable, given: { viewer: Id }) =>
  db
    .selectFrom(blockedWith(given.viewer).as('other'))
    .select('other.id')
    .distinct()
    .where(({ exists }) =>
      exists(
        db
          .selectFrom('space_members as theirs')
          .select('theirs.user_id')
          .whereRef('theirs.user_id', '=', sql.ref('other.id'))
          .where('theirs.space_id', 'in', joinedSpaces(db, given.viewer).select('space_id')),
      ),
    ),
)
