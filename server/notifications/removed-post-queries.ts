import { sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { QUOTE_READ } from './queries.ts'

/** How these posts of the member began, while what an administrator removed of them is kept. */
export function beginningsOfRemoved(db: Queryable, memberId: Id, postIds: Id[]) {
  return db
    .selectFrom('removals')
    .select('thing_id')
    .select(sql<string>`substr(removals.text, 1, ${sql.lit(QUOTE_READ)})`.as('text'))
    .where('kind', '=', 'post')
    .where('thing_id', 'in', postIds)
    .where('member_id', '=', memberId)
    .execute()
}
