import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Schema } from '../schema.ts'
import { isFor, isPublic, type PostReaders } from './audiences.ts'
import { isActive, isNotDeleted, isUnblocked, isUnmuted, type Viewer } from './hidden-members.ts'

/**
 * Whether what an author's posts say of their audience holds: not while they change it or are
 * suspended, nor once the account is deleted. Asked of each post: a page has few, and a list would
 * cost more.
 */
function isAudienceSettled() {
  const eb = expressionBuilder<Schema, 'posts'>()
  const changing = eb
    .selectFrom('users as changing')
    .select('changing.id')
    .whereRef('changing.id', '=', 'posts.author_id')
    .where(({ eb: author, or }) =>
      or([
        author('changing.is_privacy_changing', '=', sql.lit(1)),
        author('changing.deleted_at', 'is not', null),
        author('changing.suspended_until', 'is not', null),
      ]),
    )
  return eb.not(eb.exists(changing))
}

/** Whether the friend is neither deleted nor suspended; asked of each, as `isAudienceSettled`. */
function isFriendShown() {
  const eb = expressionBuilder<Schema & { friendship: Schema['friendships'] }, 'friendship'>()
  const hidden = eb
    .selectFrom('users as hidden')
    .select('hidden.id')
    .whereRef('hidden.id', '=', 'friendship.friend_id')
    .where(({ eb: friend, or }) =>
      or([
        friend('hidden.deleted_at', 'is not', null),
        friend('hidden.suspended_until', 'is not', null),
      ]),
    )
  return eb.not(eb.exists(hidden))
}

/**
 * The rule of who may see what: for each kind of thing the condition under which this viewer may
 * see the row of the query. It stands here alone, but for what an audience means (`audiences.ts`).
 * Reads start from the queries in `visible-queries.ts`, which carry it, so that what is not for the
 * viewer is simply not there; `maySee` asks it of a single thing. Nobody who is not signed in gets
 * this far.
 */
export function visibleTo(viewer: Viewer) {
  return {
    /**
     * Over `users`. A card is for every member whom no block keeps from it; who never verified is
     * not a member yet, whose account was deleted is none any more, and who is suspended is none
     * just now.
     */
    member() {
      const eb = expressionBuilder<Schema, 'users'>()
      return eb.and([
        eb('users.verified_at', 'is not', null),
        eb('users.deleted_at', 'is', null),
        eb('users.suspended_until', 'is', null),
        isUnblocked('users.id', viewer),
      ])
    },

    /**
     * Over `posts`: one's own, those that follow a profile which is public, and those of friends,
     * but for what is for the author's squad where the viewer is not in it just now; nothing where
     * an administrator removed it or one of the two blocked the other. Whether the profile is
     * public stands with each post; while it does not follow the profile yet, posts are for
     * friends.
     */
    post: () => seesPost(viewer),

    /** Over `posts`, beside `post`: whom the viewer muted stays out of the feeds. */
    postInFeed: () => isUnmuted('posts.author_id', viewer),

    /** Over `notifications`: one's own, while one may see and hear who did it and the post. */
    notification: () => seesNotification(viewer),

    /** Over `spaces`: what a private space shows to members, a public one to all but the banned. */
    spaceContents() {
      const eb = expressionBuilder<Schema, 'spaces'>()
      const bannedFrom = eb
        .selectFrom('space_bans')
        .select('space_bans.space_id')
        .where('space_bans.user_id', '=', viewer)
      return eb.or([
        eb.and([eb('spaces.is_private', '=', 0), eb('spaces.id', 'not in', bannedFrom)]),
        visibleTo(viewer).spaceMessages(eb.ref('spaces.id')),
      ])
    },

    /** What is said in a space is for its members, also where the space is public. */
    spaceMessages(space: Id | Expression<Id>) {
      const membership = expressionBuilder<Schema, never>()
        .selectFrom('space_members')
        .select('space_members.user_id')
        .where('space_members.space_id', '=', space)
        .where(visibleTo(viewer).ownMembership())
      return expressionBuilder<Schema, never>().exists(membership)
    },

    /**
     * Over `space_messages as message`: a member's, but for older than an opening before they came.
     */
    message: (space: Id | Expression<Id>) => seesMessage(viewer, space),

    /** Over `space_members`: whose messages the viewer reads and hears. */
    ownMembership: () =>
      expressionBuilder<Schema, 'space_members'>()('space_members.user_id', '=', viewer),
  }
}

function seesPost(viewer: Viewer) {
  const eb = expressionBuilder<Schema, 'posts'>()
  const friendship = eb
    .selectFrom('friendships as friendship')
    .select('friendship.friend_id')
    .where('friendship.user_id', '=', viewer)
    .whereRef('friendship.friend_id', '=', 'posts.author_id')
    .where(isFriendShown())
  // Who is in a squad is a friend: the place hangs on the friendship.
  const place = eb
    .selectFrom('squad_places as place')
    .select('place.user_id')
    .whereRef('place.user_id', '=', 'posts.author_id')
    .where('place.friend_id', '=', viewer)
  const isReader = {
    friends: isFor('friends'),
    squad: eb('posts.author_id', '=', place),
  } satisfies Record<PostReaders, Expression<SqlBool>>
  return eb.and([
    eb('posts.removed_at', 'is', null),
    isUnblocked('posts.author_id', viewer),
    eb.or([
      eb.and([isPublic(), isAudienceSettled()]),
      // Who is deleted looks at nothing.
      eb('posts.author_id', '=', viewer),
      // Not `exists`: for that PostgreSQL reads all friends of the viewer first.
      eb.and([eb('posts.author_id', '=', friendship), eb.or(Object.values(isReader))]),
    ]),
  ])
}

function seesNotification(viewer: Viewer) {
  const eb = expressionBuilder<Schema, 'notifications'>()
  const post = eb
    .selectFrom('posts')
    .select('posts.id')
    .whereRef('posts.id', '=', 'notifications.post_id')
    .where(seesPost(viewer))
  return eb.and([
    eb('notifications.user_id', '=', viewer),
    eb.or([
      eb('notifications.sender_id', 'is', null),
      eb.and([
        isActive('notifications.sender_id'),
        isUnblocked('notifications.sender_id', viewer),
        isUnmuted('notifications.sender_id', viewer),
      ]),
    ]),
    eb.or([eb('notifications.post_id', 'is', null), eb.exists(post)]),
  ])
}

function seesMessage(viewer: Viewer, space: Id | Expression<Id>) {
  const eb = expressionBuilder<Schema & { message: Schema['space_messages'] }, 'message'>()
  const readsAfter = eb
    .selectFrom('space_members')
    .select('space_members.reads_after_seq')
    .where('space_members.space_id', '=', space)
    .where(visibleTo(viewer).ownMembership())
  return eb.and([eb('message.seq', '>', readsAfter), isSenderNotDeleted()])
}

/** Over `message`, for whoever looks: what a suspended member said stays. */
export function isSenderNotDeleted() {
  const eb = expressionBuilder<Schema & { message: Schema['space_messages'] }, 'message'>()
  return eb.or([eb('message.sender_id', 'is', null), isNotDeleted('message.sender_id')])
}
