import { type Selectable, sql } from 'kysely'
import {
  MESSAGE_REACTIONS_SHOWN_MAX,
  MESSAGES_CAUGHT_UP,
  MESSAGES_PAGE_SIZE,
} from '../../../contract/space-messages.ts'
import { jsonRows } from '../../platform/database/portable-sql.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { blockedWith, isUnblocked } from '../../visibility/hidden-members.ts'
import { visibleMessages } from '../../visibility/visible-queries.ts'
import type { SpaceMessagesTable } from '../tables.ts'

// The SQL of the chat. Every read begins from the viewer's membership. Whoever writes holds the
// space's row first, by taking a number from its counter.

interface InSpace {
  viewer: Id
  space: Id
}

export const newestMessages = prepared((db: Queryable, given: InSpace) => page(db, given))

export const messagesBefore = prepared((db: Queryable, given: InSpace & { before: Id }) =>
  page(db, given).where('message.seq', '<', (eb) =>
    eb
      .selectFrom('space_messages as known')
      .select('known.seq')
      .where('known.id', '=', given.before)
      .where('known.space_id', '=', given.space),
  ),
)

/** From one message on, oldest first; none where it is not for the viewer. */
export const messagesFrom = prepared(
  (db: Queryable, given: InSpace & { from: Id; limit: number }) =>
    messagesOf(db, given)
      .where('message.is_deleted', '=', sql.lit(0))
      .where('message.seq', '>=', (eb) =>
        eb
          .selectFrom('space_messages as known')
          .select('known.seq')
          .where('known.id', '=', given.from)
          .where('known.space_id', '=', given.space),
      )
      .orderBy('message.seq')
      .limit(given.limit),
)

export const pinnedMessages = prepared((db: Queryable, given: InSpace) =>
  messagesOf(db, given)
    .where('message.pinned_at', 'is not', null)
    .orderBy('message.pinned_at', 'desc')
    .orderBy('message.seq', 'desc'),
)

/**
 * Of these messages those the viewer may read, but for whom a block keeps apart; the newest first.
 */
export function messagesAmong(db: Queryable, where: InSpace, ids: Id[]) {
  return messagesOf(db, where)
    .where('message.id', 'in', ids)
    .where('message.is_deleted', '=', 0)
    .where(isUnblocked('message.sender_id', where.viewer))
    .orderBy('message.id', 'desc')
    .execute()
}

/** What was made or changed after that number, deletions too, in the order of the changes. */
export const messagesAfter = prepared((db: Queryable, given: InSpace & { after: number }) =>
  messagesOf(db, given)
    .where('message.change_seq', '>', given.after)
    .orderBy('message.change_seq')
    .limit(sql.lit(MESSAGES_CAUGHT_UP)),
)

const oneMessage = prepared((db: Queryable, given: InSpace & { id: Id }) =>
  messagesOf(db, given).where('message.id', '=', given.id),
)

export async function findMessage(db: Queryable, viewer: Id, space: Id, id: Id) {
  const [row] = await oneMessage(db, { viewer, space, id })
  return row
}

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>

type NewMessageRow = Omit<Selectable<SpaceMessagesTable>, 'pinned_at' | 'deleted_at' | 'revision'>

export const insertMessage = prepared((trx: Queryable, given: NewMessageRow) =>
  trx.insertInto('space_messages').values({
    id: given.id,
    space_id: given.space_id,
    seq: given.seq,
    change_seq: given.change_seq,
    sender_id: given.sender_id,
    content: given.content,
    client_id: given.client_id,
    created_at: given.created_at,
    edited_at: given.edited_at,
    is_deleted: given.is_deleted,
    added_id: given.added_id,
    reply_to_id: given.reply_to_id,
    post_id: given.post_id,
    link_card_id: given.link_card_id,
    image_count: given.image_count,
  }),
)

const messageToChange = prepared((trx: Queryable, given: InSpace & { id: Id }) =>
  visibleMessages(trx, given.viewer, given.space)
    .select(['message.id', 'message.seq', 'message.sender_id', 'message.content'])
    .select(['message.reply_to_id', 'message.post_id', 'message.link_card_id'])
    .select(['message.pinned_at', 'message.image_count', 'message.edited_at', 'message.revision'])
    .where('message.id', '=', given.id)
    .where('message.is_deleted', '=', sql.lit(0))
    .where('message.added_id', 'is', null),
)

/** What an act upon a message needs to know: undefined when it is gone or not for the viewer. */
export async function findMessageToChange(trx: Queryable, viewer: Id, space: Id, id: Id) {
  const [row] = await messageToChange(trx, { viewer, space, id })
  return row
}

export function findMessageWithoutVisibilityCheck(trx: Queryable, messageId: Id) {
  return trx
    .selectFrom('space_messages')
    .select(['id', 'space_id', 'seq', 'sender_id', 'content'])
    .select(['reply_to_id', 'post_id', 'link_card_id', 'pinned_at', 'image_count'])
    .where('id', '=', messageId)
    .where('is_deleted', '=', 0)
    .where('added_id', 'is', null)
    .executeTakeFirst()
}

interface Edit {
  id: Id
  revision: number
  content: string
  edited_at: number | null
  link_card_id: Id | null
  change_seq: number
}

export const updateContent = prepared((trx: Queryable, given: Edit) =>
  trx
    .updateTable('space_messages')
    .set({ content: given.content, edited_at: given.edited_at, change_seq: given.change_seq })
    .set({ revision: given.revision, link_card_id: given.link_card_id })
    .where('id', '=', given.id),
)

/** Only the mark stays, and the rows of its pictures until they are released. */
export async function emptyMessage(
  trx: Queryable,
  messageId: Id,
  { changeSeq, now }: { changeSeq: number; now: number },
) {
  await trx.deleteFrom('message_reactions').where('message_id', '=', messageId).execute()
  await trx.deleteFrom('message_mentions').where('message_id', '=', messageId).execute()
  await trx
    .updateTable('space_messages')
    .set({ is_deleted: 1, deleted_at: now, content: '', client_id: null, change_seq: changeSeq })
    .set({ pinned_at: null })
    .set({ reply_to_id: null, post_id: null, link_card_id: null, image_count: 0 })
    .where('id', '=', messageId)
    .execute()
}

/** Of whom the viewer blocked or who blocked the viewer: who is in the space, or wrote in it. */
export function findBlockedInSpace(db: Queryable, { viewer, space }: InSpace) {
  return db
    .selectFrom(blockedWith(viewer).as('other'))
    .leftJoin('blocks as own', (join) =>
      join.on('own.user_id', '=', viewer).onRef('own.blocked_id', '=', 'other.id'),
    )
    .select(['other.id', 'own.blocked_id'])
    .distinct()
    .where(({ or, exists }) =>
      or([
        exists(
          db
            .selectFrom('space_members')
            .select('space_members.user_id')
            .where('space_members.space_id', '=', space)
            .whereRef('space_members.user_id', '=', sql.ref('other.id')),
        ),
        exists(
          visibleMessages(db, viewer, space)
            .select('message.id')
            .whereRef('message.sender_id', '=', sql.ref('other.id')),
        ),
      ]),
    )
    .execute()
}

function page(db: Queryable, given: InSpace) {
  return messagesOf(db, given)
    .where('message.is_deleted', '=', sql.lit(0))
    .orderBy('message.seq', 'desc')
    .limit(sql.lit(MESSAGES_PAGE_SIZE))
}

function messagesOf(db: Queryable, { viewer, space }: InSpace) {
  return visibleMessages(db, viewer, space)
    .leftJoin('users as sender', 'sender.id', 'message.sender_id')
    .leftJoin('users as added', 'added.id', 'message.added_id')
    .leftJoin('link_cards as link', 'link.id', 'message.link_card_id')
    .select([
      'message.id',
      'message.seq',
      'message.change_seq',
      'message.content',
      'message.client_id',
      'message.created_at',
      'message.edited_at',
      'message.revision',
      'message.is_deleted',
      'message.pinned_at',
      'message.reply_to_id',
      'message.post_id',
      'message.image_count',
      'link.title as link_title',
      'link.description as link_description',
      'link.site as link_site',
      'link.image_id as link_image_id',
      'sender.id as sender_id',
      'sender.username',
      'sender.user_number',
      'sender.photo_image_id',
      'added.id as added_id',
      'added.username as added_username',
      'added.user_number as added_number',
      'added.photo_image_id as added_photo_id',
      reactionsOf(db, viewer).as('reactions'),
    ])
}

/**
 * The viewer's own before all others, since the list is cut; else the newest. Who is suspended is
 * counted and not named.
 */
function reactionsOf(db: Queryable, viewer: Id) {
  const some = db
    .selectFrom('message_reactions as reaction')
    .innerJoin('users as giver', 'giver.id', 'reaction.user_id')
    .select(['reaction.emoji', 'reaction.given_seq', 'giver.id as user_id'])
    .select(({ case: when, ref }) =>
      when()
        .when('giver.suspended_until', 'is', null)
        .then(ref('giver.username'))
        .else(sql.lit(''))
        .end()
        .as('username'),
    )
    .where('reaction.message_id', '=', sql<Id>`message.id`)
    .where('giver.deleted_at', 'is', null)
    .orderBy((eb) => eb.case().when('reaction.user_id', '=', viewer).then(0).else(1).end())
    .orderBy('reaction.given_seq', 'desc')
    .limit(sql.lit(MESSAGE_REACTIONS_SHOWN_MAX))
  return jsonRows(db, some)
}
