import { expressionBuilder, sql } from 'kysely'
import { MESSAGES as CONVERSATION_MESSAGES } from '../../contract/conversations.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, Schema } from '../schema.ts'
import {
  visibleConversations,
  visibleMembers,
  visibleMessages,
  visiblePosts,
} from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'
import { unseenComments, unseenLikes } from './unseen-queries.ts'

// The SQL of what goes into an archive: what its owner made, a page at a time, the oldest first.
// What others made is in it only as far as the owner sees it now.

const ROWS_AT_ONCE = 200
const OTHERS_NAMED = 20
/** Characters of what a comment answers. */
export const QUOTE_CHARACTERS = 160

export function findOwner(db: Queryable, userId: Id) {
  return db
    .selectFrom('users')
    .leftJoin('images', 'images.id', 'users.photo_image_id')
    .select([
      ...(['users.id', 'users.username', 'users.email', 'users.user_number'] as const),
      ...(['users.created_at', 'users.about_me', 'users.pet_preference'] as const),
      ...(['users.currently_vibing_to', 'users.currently_vibing_to_spotify'] as const),
      ...(['users.is_private', 'users.photo_image_id', 'users.suspended_until'] as const),
      ...(['users.message_policy', 'users.quiet_numbers'] as const),
      ...(['images.width', 'images.height'] as const),
    ])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

export function ownPosts(db: Queryable, userId: Id, after: Id) {
  return visiblePosts(db, userId)
    .select((eb) => [
      ...(['posts.id', 'posts.text', 'posts.created_at', 'posts.edited_at'] as const),
      ...(['posts.audience', 'posts.theme_date', 'posts.theme_prompt'] as const),
      'posts.imported_from',
      eb('posts.like_count', '-', unseenLikes(db, userId)).as('like_count'),
      eb('posts.comment_count', '-', unseenComments(db, userId)).as('comment_count'),
    ])
    .where('posts.author_id', '=', userId)
    .where('posts.id', '>', after)
    .orderBy('posts.id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

export function imagesOf(db: Queryable, userId: Id, postIds: Id[]) {
  return visiblePosts(db, userId)
    .innerJoin('post_images', 'post_images.post_id', 'posts.id')
    .innerJoin('images', 'images.id', 'post_images.image_id')
    .select([
      ...(['posts.id as post_id', 'post_images.alt'] as const),
      ...(['images.id', 'images.width', 'images.height'] as const),
    ])
    .where('posts.author_id', '=', userId)
    .where('posts.id', 'in', postIds)
    .orderBy('post_images.place')
    .execute()
}

/**
 * With the beginning of the comment they reply to, or else of the post, where the member sees it
 * still.
 */
export function ownComments(db: Queryable, userId: Id, after: Id) {
  // Also to themself who is suspended.
  const own = expressionBuilder<Schema, 'users'>()('users.id', '=', userId)
  const isShown = own.or(visibleTo(userId).member())
  const seen = visiblePosts(db, userId)
    .innerJoin('comments', 'comments.post_id', 'posts.id')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .select(['comments.id', 'users.username'])
    .select(beginningOf('comments.text'))
    .where(isShown)
  const parent = db
    .selectFrom(seen.as('seen'))
    .whereRef('seen.id', '=', sql.ref('comments.parent_id'))
  const post = visiblePosts(db, userId)
    .innerJoin('users', 'users.id', 'posts.author_id')
    .whereRef('posts.id', '=', sql.ref('comments.post_id'))
    .where(isShown)
  return db
    .selectFrom('comments')
    .select(({ fn }) => [
      ...(['comments.id', 'comments.text', 'comments.created_at'] as const),
      fn
        .coalesce(parent.select('seen.username'), post.select('users.username'))
        .as('answered_author'),
      fn
        .coalesce(parent.select('seen.beginning'), post.select(beginningOf('posts.text')))
        .as('answered_text'),
    ])
    .where('comments.author_id', '=', userId)
    .where('comments.id', '>', after)
    .orderBy('comments.id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

function beginningOf(column: 'comments.text' | 'posts.text') {
  return sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(QUOTE_CHARACTERS)})`.as('beginning')
}

export function ownMessages(db: Queryable, userId: Id, after: Id) {
  return db
    .selectFrom('space_messages')
    .leftJoin('spaces', 'spaces.id', 'space_messages.space_id')
    .select(({ case: when }) => [
      ...(['space_messages.id', 'space_messages.content'] as const),
      when()
        .when('spaces.kind', '=', 'direct')
        .then<string | null>(CONVERSATION_MESSAGES.place)
        .else(sql.ref<string | null>('spaces.name'))
        .end()
        .as('space'),
      ...(['space_messages.created_at', 'space_messages.edited_at'] as const),
      'space_messages.image_count',
    ])
    .where('space_messages.sender_id', '=', userId)
    .where('space_messages.is_deleted', '=', 0)
    .where('space_messages.added_id', 'is', null)
    .where('space_messages.id', '>', after)
    .orderBy('space_messages.id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

export function imagesOfMessages(db: Queryable, userId: Id, messageIds: Id[]) {
  return db
    .selectFrom('message_images')
    .innerJoin('space_messages', 'space_messages.id', 'message_images.message_id')
    .innerJoin('images', 'images.id', 'message_images.image_id')
    .select([
      ...(['message_images.message_id', 'message_images.alt'] as const),
      ...(['images.id', 'images.width', 'images.height'] as const),
    ])
    .where('space_messages.sender_id', '=', userId)
    .where('message_images.message_id', 'in', messageIds)
    .orderBy('message_images.place')
    .execute()
}

export function ownConversations(db: Queryable, userId: Id, after: Id) {
  return visibleConversations(db, userId)
    .select(['spaces.id', 'spaces.name'])
    .where('spaces.id', '>', after)
    .orderBy('spaces.id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

/**
 * Also whom a block or a suspension keeps from the member: their words stand in it under their
 * name.
 */
export async function othersIn(db: Queryable, userId: Id, spaceId: Id): Promise<string[]> {
  const rows = await visibleConversations(db, userId)
    .innerJoin('space_members as theirs', 'theirs.space_id', 'spaces.id')
    .innerJoin('users', 'users.id', 'theirs.user_id')
    .select('users.username')
    .where('spaces.id', '=', spaceId)
    .where('users.id', '<>', userId)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .limit(OTHERS_NAMED)
    .execute()
  return rows.map(({ username }) => username)
}

/** Whoever said it, as far as the member may read it. */
export function talkIn(db: Queryable, userId: Id, spaceId: Id, after: Id) {
  return visibleMessages(db, userId, spaceId)
    .leftJoin('users', 'users.id', 'message.sender_id')
    .select(['message.id', 'message.content', 'message.created_at', 'message.image_count'])
    .select('users.username as sender')
    .where('message.is_deleted', '=', 0)
    .where('message.added_id', 'is', null)
    .where('message.id', '>', after)
    .orderBy('message.id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

export function ownFriends(db: Queryable, userId: Id, after: Id) {
  return visibleMembers(db, userId)
    .innerJoin('friendships', 'friendships.friend_id', 'users.id')
    .leftJoin('squad_places', (join) =>
      join.onRef('squad_places.friend_id', '=', 'users.id').on('squad_places.user_id', '=', userId),
    )
    .select([
      ...(['users.id', 'users.username', 'friendships.created_at'] as const),
      'squad_places.place',
    ])
    .where('friendships.user_id', '=', userId)
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

export function ownSessions(db: Queryable, userId: Id, now: number) {
  return db
    .selectFrom('sessions')
    .select(['agent', 'network', 'created_at', 'refreshed_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
}

export async function ownSettings(db: Queryable, userId: Id) {
  const blocked = await db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .select('users.username')
    .where('blocks.user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute()
  const muted = await visibleMembers(db, userId)
    .innerJoin('mutes', 'mutes.muted_id', 'users.id')
    .select('users.username')
    .where('mutes.user_id', '=', userId)
    .orderBy('users.id')
    .execute()
  const factor = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const appeal = await db
    .selectFrom('appeals')
    .select(['appeals.text', 'appeals.created_at', 'appeals.answer'])
    .where('appeals.user_id', '=', userId)
    .executeTakeFirst()
  return {
    appeal,
    blocked: blocked.map(({ username }) => username),
    muted: muted.map(({ username }) => username),
    asksForCode: factor !== undefined && factor.confirmed_at !== null,
  }
}
