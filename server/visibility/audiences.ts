import { expressionBuilder, sql } from 'kysely'
import type { PostAudience } from '../../contract/posts.ts'
import type { Schema } from '../schema.ts'

// What the audience of a post means, for all that asks. Who adds one is stopped here by the
// compiler, and for a third kind of readers at each table of them.

/** Each of them friends of the author: who is none sees nothing but what is public. */
export const POST_READERS = ['squad', 'friends'] as const
export type PostReaders = (typeof POST_READERS)[number]

/** SQL asks for both by the name of the audience, so none is taken for another's. */
interface Meaning<A extends PostAudience> {
  readers: A extends PostReaders ? A : 'friends'
  /** Whether everybody reads it, too, while the profile of its author is public. */
  followsProfile: A extends 'profile' ? true : false
}

export const AUDIENCES: { [A in PostAudience]: Meaning<A> } = {
  profile: { readers: 'friends', followsProfile: true },
  friends: { readers: 'friends', followsProfile: false },
  squad: { readers: 'squad', followsProfile: false },
}

/** Over `posts`: whom of the author's friends a post is for. */
export function isFor(readers: PostReaders) {
  const eb = expressionBuilder<Schema, 'posts'>()
  const squad = sql.lit<PostAudience>('squad')
  const conditions = {
    squad: eb('posts.audience', '=', squad),
    friends: eb('posts.audience', '<>', squad),
  } satisfies Record<PostReaders, unknown>
  return conditions[readers]
}

/** Over `posts`: whether one is for everybody. */
export function isPublic() {
  return expressionBuilder<Schema, 'posts'>()('posts.is_public', '=', sql.lit(1))
}
