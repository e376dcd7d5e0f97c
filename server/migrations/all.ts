import type { Migration } from 'kysely/migration'
import * as accountsAndPosts from './0001-accounts-and-posts.ts'
import * as feedsReactionsComments from './0002-feeds-reactions-comments.ts'
import * as people from './0003-people.ts'
import * as spaces from './0004-spaces.ts'
import * as administration from './0005-administration.ts'
import * as oneUnreadComment from './0006-one-unread-comment.ts'
import * as wholeBios from './0007-whole-bios.ts'
import * as notificationKinds from './0008-notification-kinds.ts'

/** Every migration by its name. Append only: what has run on somebody's server never changes. */
export const migrations: Record<string, Migration> = {
  '0001-accounts-and-posts': accountsAndPosts,
  '0002-feeds-reactions-comments': feedsReactionsComments,
  '0003-people': people,
  '0004-spaces': spaces,
  '0005-administration': administration,
  '0006-one-unread-comment': oneUnreadComment,
  '0007-whole-bios': wholeBios,
  '0008-notification-kinds': notificationKinds,
}
