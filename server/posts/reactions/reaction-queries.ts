import { sql } from 'kysely'
import { EMOJIS_OF_ONE_MAX } from '../../../contract/reaction-limits.ts'
import { REACTIONS_SHOWN_MAX, VIBE_KINDS_SHOWN_MAX } from '../../../contract/reactions.ts'
import { jsonRows } from '../../platform/database/portable-sql.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable, ReadonlyDatabase, Schema } from '../../schema.ts'
import { hiddenMembers, isActive } from '../../visibility/hidden-members.ts'

// The SQL of likes, dislikes and vibes. One row for each member and post holds a like or a
// dislike, so the two exclude each other; counts stand beside, changed in the same transaction.

export type ReactionKind = Schema['post_reactions']['kind']

type Giving = { postId: Id; userId: Id }
type Reaction = Giving & { kind: ReactionKind }
/** What a member gives a post; null where they give none. */
export type ReactionChange = Record<'from' | 'to', ReactionKind | null>

// Who gives one or takes it back holds the post: what is there stays until the counts are written.

/** Null where it was given before. */
export async function giveReaction(
  trx: Queryable,
  reaction: Reaction,
): Promise<ReactionChange | null> {
  const { postId, kind } = reaction
  const [added] = await addReaction(trx, reaction)
  const [turned] = added ? [] : await turnReaction(trx, reaction)
  if (!added && !turned) return null
  const other = kind === 'like' ? 'dislike' : 'like'
  return counted(trx, postId, { from: added ? null : other, to: kind })
}

/** Null where it was not given. */
export async function takeReactionBack(
  trx: Queryable,
  reaction: Reaction,
): Promise<ReactionChange | null> {
  const [taken] = await deleteReaction(trx, reaction)
  return taken ? counted(trx, reaction.postId, { from: reaction.kind, to: null }) : null
}

async function counted(
  trx: Queryable,
  postId: Id,
  change: ReactionChange,
): Promise<ReactionChange> {
  const more = (kind: ReactionKind) => Number(change.to === kind) - Number(change.from === kind)
  await addToCounts(trx, { postId, likes: more('like'), dislikes: more('dislike') })
  return change
}

const addReaction = prepared((trx: Queryable, { postId, userId, kind }: Reaction) =>
  trx
    .insertInto('post_reactions')
    .values({ post_id: postId, user_id: userId, kind })
    .onConflict((c) => c.columns(['post_id', 'user_id']).doNothing())
    .returning('kind'),
)

/** From a dislike to a like, or back. */
const turnReaction = prepared((trx: Queryable, { postId, userId, kind }: Reaction) =>
  trx
    .updateTable('post_reactions')
    .set({ kind })
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('kind', '<>', kind)
    .returning('kind'),
)

const deleteReaction = prepared((trx: Queryable, { postId, userId, kind }: Reaction) =>
  trx
    .deleteFrom('post_reactions')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .returning('kind'),
)

const addToCounts = prepared(
  (trx: Queryable, more: { postId: Id; likes: number; dislikes: number }) =>
    trx
      .updateTable('posts')
      .set((eb) => ({
        like_count: eb('like_count', '+', more.likes),
        dislike_count: eb('dislike_count', '+', more.dislikes),
        version: eb('version', '+', sql.lit(1)),
      }))
      .where('id', '=', more.postId),
)

/** Whether it is given now; undefined where the member gave the post as many as there may be. */
export async function toggleVibe(
  trx: Queryable,
  postId: Id,
  userId: Id,
  emoji: string,
): Promise<boolean | undefined> {
  // What stands on the post's card changes without a count of its own.
  await addToCounts(trx, { postId, likes: 0, dislikes: 0 })
  const [taken] = await deleteVibe(trx, { postId, userId, emoji })
  if (taken) {
    await removeFromVibeCount(trx, postId, emoji)
    return false
  }
  const [given] = await insertVibe(trx, { postId, userId, emoji })
  if (!given) return undefined
  await addToVibeCount(trx, { postId, emoji })
  return true
}

type VibeKind = { postId: Id; emoji: string }

const deleteVibe = prepared((trx: Queryable, { postId, userId, emoji }: Giving & VibeKind) =>
  trx
    .deleteFrom('vibes')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('emoji', '=', emoji)
    .returning('emoji'),
)

const insertVibe = prepared((trx: Queryable, { postId, userId, emoji }: Giving & VibeKind) =>
  trx
    .insertInto('vibes')
    .columns(['post_id', 'user_id', 'emoji'])
    .expression(
      trx
        .selectNoFrom((eb) => [
          eb.val(postId).as('post_id'),
          eb.val(userId).as('user_id'),
          eb.val(emoji).as('emoji'),
        ])
        .where(ownVibes(trx, { postId, userId }), '<', sql.lit(EMOJIS_OF_ONE_MAX)),
    )
    .returning('emoji'),
)

const ownVibes = (trx: Queryable, { postId, userId }: Giving) =>
  trx
    .selectFrom('vibes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)

const addToVibeCount = prepared((trx: Queryable, { postId, emoji }: VibeKind) =>
  trx
    .insertInto('vibe_counts')
    .values({ post_id: postId, emoji, count: sql.lit(1) })
    .onConflict((c) =>
      c
        .columns(['post_id', 'emoji'])
        .doUpdateSet((eb) => ({ count: eb('vibe_counts.count', '+', sql.lit(1)) })),
    ),
)

async function removeFromVibeCount(trx: Queryable, postId: Id, emoji: string) {
  const [left] = await takeFromVibeCount(trx, { postId, emoji })
  if (!left) throw new Error('A vibe that was given was not counted.')
  if (left.count <= 0) await deleteVibeCount(trx, { postId, emoji })
}

const takeFromVibeCount = prepared((trx: Queryable, { postId, emoji }: VibeKind) =>
  trx
    .updateTable('vibe_counts')
    .set((eb) => ({ count: eb('count', '-', sql.lit(1)) }))
    .where('post_id', '=', postId)
    .where('emoji', '=', emoji)
    .returning('count'),
)

const deleteVibeCount = prepared((trx: Queryable, { postId, emoji }: VibeKind) =>
  trx.deleteFrom('vibe_counts').where('post_id', '=', postId).where('emoji', '=', emoji),
)

/** What the member gave these posts, no more than `EMOJIS_OF_ONE_MAX` each: for cut lists. */
export async function givenBy(db: ReadonlyDatabase, userId: Id, postIds: Id[]) {
  const reactions = await db
    .selectFrom('post_reactions')
    .select(['post_id', 'kind'])
    .where('user_id', '=', userId)
    .where('post_id', 'in', postIds)
    .execute()
  const vibes = await db
    .selectFrom('vibes')
    .select(['post_id', 'emoji'])
    .where('user_id', '=', userId)
    .where('post_id', 'in', postIds)
    .execute()
  return { reactions, vibes }
}
export type GivenReactions = Awaited<ReturnType<typeof givenBy>>

export function reactorsOf(db: ReadonlyDatabase, kind: ReactionKind) {
  const some = db
    .selectFrom('post_reactions')
    .select('user_id')
    .where('post_id', '=', POST_OF_ROW)
    .where('kind', '=', sql.lit(kind))
    .where(isActive('user_id'))
    .orderBy('user_id')
    .limit(sql.lit(REACTIONS_SHOWN_MAX))
  return jsonRows(db, some)
}

/** Some of those who gave it a vibe, with the vibe. In the order of the key: the same each time. */
export function vibesOf(db: ReadonlyDatabase) {
  const some = db
    .selectFrom('vibes')
    .innerJoin('users as giver', 'giver.id', 'vibes.user_id')
    .select(['vibes.user_id', 'vibes.emoji', 'giver.username'])
    .where('vibes.post_id', '=', POST_OF_ROW)
    .where('giver.deleted_at', 'is', null)
    .where('giver.suspended_until', 'is', null)
    .orderBy('vibes.user_id')
    .orderBy('vibes.emoji')
    .limit(sql.lit(REACTIONS_SHOWN_MAX))
  return jsonRows(db, some)
}

export function vibeCountsOf(db: ReadonlyDatabase) {
  const given = db
    .selectFrom('vibe_counts')
    .leftJoin(hiddenVibes(db).as('hidden'), 'hidden.emoji', 'vibe_counts.emoji')
    .select((eb) => [
      'vibe_counts.emoji',
      eb('vibe_counts.count', '-', eb.fn.coalesce('hidden.count', sql.lit(0))).as('count'),
    ])
    .where('vibe_counts.post_id', '=', POST_OF_ROW)
  const counts = db
    .selectFrom(given.as('given'))
    .select(['emoji', 'count'])
    .where('count', '>', sql.lit(0))
    .orderBy('count', 'desc')
    .orderBy('emoji')
    .limit(sql.lit(VIBE_KINDS_SHOWN_MAX))
  return jsonRows(db, counts)
}

/** Once of each post, whatever the kinds: hidden members may be hundreds. */
function hiddenVibes(db: ReadonlyDatabase) {
  return db
    .selectFrom('vibes as gone')
    .select((eb) => ['gone.emoji', eb.fn.countAll<number>().as('count')])
    .where('gone.post_id', '=', POST_OF_ROW)
    .where('gone.user_id', 'in', hiddenMembers())
    .groupBy('gone.emoji')
}

/** How many likes, dislikes and comments still count whose members are hidden. */
export function hiddenReactions(db: ReadonlyDatabase, kind: ReactionKind) {
  return db
    .selectFrom('post_reactions as gone')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('gone.post_id', '=', POST_OF_ROW)
    .where('gone.kind', '=', sql.lit(kind))
    .where('gone.user_id', 'in', hiddenMembers())
}

const POST_OF_ROW = sql<Id>`posts.id`
