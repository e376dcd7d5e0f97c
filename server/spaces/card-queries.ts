import { type SelectQueryBuilder, sql } from 'kysely'
import { COUNTED_MAX, SPACE_MEMBERS_MAX } from '../../contract/spaces.ts'
import { jsonRows } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, Schema } from '../schema.ts'
import {
  deletedMembers,
  isActive,
  isNotDeleted,
  isUnblocked,
} from '../visibility/hidden-members.ts'
import { visibleSpaces } from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'

// The SQL of spaces as somebody sees them: whoever is not in a private space gets its card only.
// Each list is one statement, whatever its length. Pages of all spaces are in
// `discover-queries.ts`.

/** How many of one's spaces are listed: the liveliest. */
export const OWN_SPACES_MAX = 200

export async function findCard(db: Queryable, viewer: Id, id: Id) {
  const [card] = await oneCard(db, { viewer, id })
  return card
}

export function ownCards(db: Queryable, viewer: Id) {
  return cardsOfMember(db, { viewer })
}

export type CardRow = Awaited<ReturnType<typeof ownCards>>[number]

const oneCard = prepared((db: Queryable, given: { viewer: Id; id: Id }) =>
  cards(db, given.viewer).where('spaces.id', '=', given.id),
)

const cardsOfMember = prepared((db: Queryable, given: { viewer: Id }) => {
  const liveliest = db
    .selectFrom('space_members as membership')
    .innerJoin('spaces as own', 'own.id', 'membership.space_id')
    .select('own.id')
    .where('membership.user_id', '=', given.viewer)
    .where('own.kind', '=', sql.lit('space'))
    .orderBy('own.last_activity_at', 'desc')
    .orderBy('own.id', 'desc')
    .limit(sql.lit(OWN_SPACES_MAX))
  return cards(db, given.viewer)
    .where('spaces.id', 'in', liveliest)
    .orderBy('spaces.last_activity_at', 'desc')
    .orderBy('spaces.id', 'desc')
})

export const SPACE_OF_ROW = sql<Id>`spaces.id`

export function cards(db: Queryable, viewer: Id) {
  return visibleSpaces(db)
    .innerJoin('users as admin', 'admin.id', 'spaces.admin_id')
    .leftJoin('images as art', 'art.id', 'spaces.art_image_id')
    .leftJoin('space_members as mine', (join) =>
      join.onRef('mine.space_id', '=', 'spaces.id').on('mine.user_id', '=', viewer),
    )
    .leftJoin('join_requests as asked', (join) =>
      join.onRef('asked.space_id', '=', 'spaces.id').on('asked.user_id', '=', viewer),
    )
    .leftJoin('space_bans as ban', (join) =>
      join.onRef('ban.space_id', '=', 'spaces.id').on('ban.user_id', '=', viewer),
    )
    .select((eb) => [
      'spaces.id',
      'spaces.admin_id',
      'spaces.name',
      'spaces.description',
      'spaces.color_palette',
      'spaces.sound_url',
      'spaces.sound_name',
      'spaces.sound_volume',
      'spaces.art_url',
      'spaces.art_title',
      'spaces.art_artist',
      'art.id as art_id',
      'art.width as art_width',
      'art.height as art_height',
      'art.placeholder as art_placeholder',
      'art.widths as art_widths',
      'spaces.is_private',
      'spaces.max_members',
      'spaces.tags',
      'spaces.vibe',
      eb('spaces.member_count', '-', deletedFrom(db)).as('member_count'),
      'spaces.last_seq',
      'spaces.created_at',
      'admin.username',
      'admin.user_number',
      'admin.photo_image_id',
      'mine.last_read_seq',
      'mine.muted_until',
      'asked.status as asked_status',
      'asked.answered_at as asked_answered_at',
      'ban.reason as ban_reason',
      invitedByAdmin(db, viewer).as('invited_by_admin'),
      invitedByMember(db, viewer).as('invited_by_member'),
      eb
        .case()
        .when(visibleTo(viewer).spaceContents())
        .then(sql.lit(1))
        .else(sql.lit(0))
        .end()
        .as('are_contents_visible'),
      membersOf(db, viewer).as('members'),
      unreadCount(db, viewer).as('unread_count'),
      pendingCount(db, viewer).as('pending_count'),
    ])
}

function membersOf(db: Queryable, viewer: Id) {
  const members = db
    .selectFrom('space_members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .select(['person.id', 'person.username', 'person.user_number', 'person.photo_image_id'])
    .where('member.space_id', '=', SPACE_OF_ROW)
    .where('person.deleted_at', 'is', null)
    .where(visibleTo(viewer).spaceContents())
    .orderBy('member.joined_at')
    .orderBy('member.user_id')
    .limit(sql.lit(SPACE_MEMBERS_MAX))
  return jsonRows(db, members)
}

/** How many are still counted whose accounts are deleted already. */
function deletedFrom(db: Queryable) {
  return db
    .selectFrom('space_members as gone')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('gone.space_id', '=', SPACE_OF_ROW)
    .where('gone.user_id', 'in', deletedMembers())
}

function unreadCount(db: Queryable, viewer: Id) {
  return counted(db, unreadMessages(db, viewer).limit(sql.lit(COUNTED_MAX)))
}

/** Of the space of the row, what the member whose row is `mine` has not seen. */
export function unreadMessages(db: Queryable, viewer: Id) {
  return db
    .selectFrom('space_messages as message')
    .select('message.id')
    .where('message.space_id', '=', SPACE_OF_ROW)
    .where('message.is_deleted', '=', sql.lit(0))
    .where('message.seq', '>', sql<number>`mine.last_read_seq`)
    .where('message.sender_id', '<>', viewer)
    .where(isNotDeleted('message.sender_id'))
}

/** The admin, where they invited the viewer. */
function invitedByAdmin(db: Queryable, viewer: Id) {
  return db
    .selectFrom('space_invitations as invitation')
    .select('invitation.inviter_id')
    .where('invitation.space_id', '=', SPACE_OF_ROW)
    .where('invitation.user_id', '=', viewer)
    .where('invitation.inviter_id', '=', sql<Id>`spaces.admin_id`)
}

function invitedByMember(db: Queryable, viewer: Id) {
  return db
    .selectFrom('space_invitations as invitation')
    .innerJoin('space_members as inviter', (join) =>
      join
        .onRef('inviter.space_id', '=', 'invitation.space_id')
        .onRef('inviter.user_id', '=', 'invitation.inviter_id'),
    )
    .select('invitation.inviter_id')
    .where('invitation.space_id', '=', SPACE_OF_ROW)
    .where('invitation.user_id', '=', viewer)
    .where(isNotDeleted('invitation.inviter_id'))
    .limit(sql.lit(1))
}

function pendingCount(db: Queryable, viewer: Id) {
  const pending = db
    .selectFrom('join_requests as request')
    .select('request.id')
    .where('request.space_id', '=', SPACE_OF_ROW)
    .where('request.status', '=', sql.lit('pending'))
    .where(sql<Id>`spaces.admin_id`, '=', viewer)
    .where(isActive('request.user_id'))
    .where(isUnblocked('request.user_id', viewer))
    .limit(sql.lit(COUNTED_MAX))
  return counted(db, pending)
}

function counted(db: Queryable, rows: SelectQueryBuilder<Schema, never, { id: Id }>) {
  return db.selectFrom(rows.as('counted')).select((eb) => eb.fn.countAll<number>().as('count'))
}
