import type { Migration } from 'kysely/migration'
import * as accountsAndPosts from './0001-accounts-and-posts.ts'
import * as feedsReactionsComments from './0002-feeds-reactions-comments.ts'

/** Every migration by its name. Append only: what has run on somebody's server never changes. */
export const migrations: Record<string, Migration> = {
  '0001-accounts-and-posts': accountsAndPosts,
  '0002-feeds-reactions-comments': feedsReactionsComments,
}
