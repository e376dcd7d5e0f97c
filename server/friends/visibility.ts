import { expressionBuilder } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Schema } from '../schema.ts'

// Friends: who is close to whom. This file alone decides whether a viewer may see an author's
// posts: their own, those of authors whose profile is public, and those of their friends.

/**
 * The condition under which `viewerId` may see the row of `posts` in the query. Every private read
 * carries it, so that what is not for the viewer is simply not there. Whether the author's profile
 * is public stands with each post and follows it in the same transaction.
 */
export function maySeePost(viewerId: Id) {
  const eb = expressionBuilder<Schema, 'posts'>()
  return eb.or([
    eb('posts.is_public', '=', 1),
    eb('posts.author_id', '=', viewerId),
    eb.exists(
      eb
        .selectFrom('friendships')
        .select('friendships.friend_id')
        .where('friendships.user_id', '=', viewerId)
        .whereRef('friendships.friend_id', '=', 'posts.author_id'),
    ),
  ])
}
