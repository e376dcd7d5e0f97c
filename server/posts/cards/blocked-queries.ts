import { expressionBuilder, sql } from 'kysely'
import type { Id } from '../../platform/ids.ts'
import type { ReadonlyDatabase, Schema } from '../../schema.ts'
import { blockedWith, isActive, type Viewer } from '../../visibility/hidden-members.ts'

// The SQL of what a viewer does not see on a card that others do: what people left there between
// whom and the viewer a block stands. Almost nobody has one, which is asked with each page. Who is
// hidden from everybody is on no card, so nothing of theirs is taken off it again.

/** 1 or 0. */
export function hasBlocks(viewer: Viewer) {
  const eb = expressionBuilder<Schema, never>()
  const any = eb.exists(blockedWith(viewer))
  return eb.case().when(any).then(sql.lit(1)).else(sql.lit(0)).end()
}

export async function blockedTraces(db: ReadonlyDatabase, viewer: Id, postIds: Id[]) {
  const reactions = await db
    .selectFrom('post_reactions')
    .select(['post_id', 'user_id', 'kind'])
    .where('post_id', 'in', postIds)
    .where('user_id', 'in', blockedWith(viewer))
    .where(isActive('user_id'))
    .execute()
  const vibes = await db
    .selectFrom('vibes')
    .select(['post_id', 'user_id', 'emoji'])
    .where('post_id', 'in', postIds)
    .where('user_id', 'in', blockedWith(viewer))
    .where(isActive('user_id'))
    .execute()
  const comments = await db
    .selectFrom('comments')
    .select((eb) => ['post_id', eb.fn.countAll<number>().as('count')])
    .where('post_id', 'in', postIds)
    .where('author_id', 'in', blockedWith(viewer))
    .where(isActive('author_id'))
    .groupBy('post_id')
    .execute()
  return { reactions, vibes, comments }
}

export type BlockedTraces = Awaited<ReturnType<typeof blockedTraces>>
