import { sql } from 'kysely'
import type { PostAudience } from '../../../contract/posts.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable, ReadonlyDatabase } from '../../schema.ts'
import type { PrivacyChange } from '../../services.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'
import { takePostSeq } from '../feeds/newest-posts-queries.ts'

// The SQL of for whom posts are, as their author chose and as the author's profile says.

/** So many posts change in one transaction. */
const POSTS_AT_ONCE = 100

/**
 * Of the newest that follow the profile and do not say so yet: some say it, or where they were
 * written in private and are to stay so, are for friends from now on. True while others are left.
 */
export async function updateSomeAudiences(
  trx: Queryable,
  { memberId, isPrivate, privateSince }: PrivacyChange,
): Promise<boolean> {
  const others = ofProfile(trx, memberId)
    .select('posts.id')
    .where('posts.is_public', '=', isPrivate ? 1 : 0)
    .orderBy('posts.id', 'desc')
  const staySince = isPrivate ? null : privateSince
  await trx
    .updateTable('posts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .$if(staySince === null, (query) => query.set({ is_public: isPrivate ? 0 : 1 }))
    .$if(staySince !== null, (query) =>
      query.set((eb) => {
        const stays = eb('created_at', '>=', staySince ?? 0)
        const friends = sql.lit<PostAudience>('friends')
        return {
          audience: eb.case().when(stays).then(friends).else(eb.ref('audience')).end(),
          is_public: eb.case().when(stays).then(sql.lit(0)).else(sql.lit(1)).end(),
        }
      }),
    )
    .where('id', 'in', others.limit(POSTS_AT_ONCE))
    // Whose audience is changed meanwhile is not one of them any more.
    .where('audience', '=', 'profile')
    .where('is_public', '=', isPrivate ? 1 : 0)
    .execute()
  // Of how many were changed nothing follows: some may have been deleted meanwhile.
  return (await others.limit(1).executeTakeFirst()) !== undefined
}

function ofProfile(db: ReadonlyDatabase, memberId: Id) {
  return postsWithoutVisibilityCheck(db)
    .where('posts.author_id', '=', memberId)
    .where('posts.audience', '=', 'profile')
}

/** As with a new post, memory of whose posts stand where is told by its number. */
export async function updateAudience(
  trx: Queryable,
  postId: Id,
  audience: PostAudience,
  isPublic: boolean,
) {
  const seq = await takePostSeq(trx)
  await trx
    .updateTable('posts')
    .set((eb) => ({
      ...{ audience, seq, is_public: isPublic ? 1 : 0 },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', postId)
    .execute()
}
