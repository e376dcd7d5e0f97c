import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { advanceGeneration } from './card-queries.ts'
import * as queries from './queries.ts'

// What the posts room does when something changes elsewhere, inside the transaction that changes
// it, so that no feed is ever wrong.

/**
 * A member's profile became private or public: some of their posts say so. True while others are
 * left, which are for friends until then.
 */
export function updateSomePostAudiences(
  trx: Queryable,
  memberId: Id,
  isPrivate: boolean,
): Promise<boolean> {
  return queries.updateSomeAudiences(trx, memberId, !isPrivate)
}

/** A member is called or looks otherwise now, or is gone: cards are written anew. */
export async function invalidateCards(trx: Queryable) {
  await advanceGeneration(trx)
}
