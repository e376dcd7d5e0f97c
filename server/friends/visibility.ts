import { expressionBuilder } from 'kysely'
import type { Schema } from '../schema.ts'

// Friends: who is close to whom. This file alone decides whether a viewer may see an author's
// posts: their own, those of authors whose profile is public, and those of their friends.

/**
 * The condition under which `viewerId` may see posts of the row of `users` in the query. Every
 * private read carries it, so that what is not for the viewer is simply not there.
 */
export function maySeePostsOfUser(viewerId: string) {
  const eb = expressionBuilder<Schema, 'users'>()
  return eb.or([
    eb('users.is_private', '=', 0),
    eb('users.id', '=', viewerId),
    eb.exists(
      eb
        .selectFrom('friendships')
        .select('friendships.friend_id')
        .where('friendships.user_id', '=', viewerId)
        .whereRef('friendships.friend_id', '=', 'users.id'),
    ),
  ])
}
