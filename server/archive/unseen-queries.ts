import { sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { unseenMembers } from '../visibility/visible-counts.ts'

// As the card has it, the counts leave out whom its author does not see: else who blocked them could
// be told from who is gone. What they did themself counts also while they are suspended.

export function unseenLikes(db: Queryable, userId: Id) {
  return db
    .selectFrom('post_reactions as gone')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('gone.post_id', '=', sql<Id>`posts.id`)
    .where('gone.kind', '=', 'like')
    .where('gone.user_id', 'in', unseenMembers(userId))
    .where('gone.user_id', '<>', userId)
}

export function unseenComments(db: Queryable, userId: Id) {
  return db
    .selectFrom('comments as gone')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('gone.post_id', '=', sql<Id>`posts.id`)
    .where('gone.author_id', 'in', unseenMembers(userId))
    .where('gone.author_id', '<>', userId)
}
