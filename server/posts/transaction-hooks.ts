import type { Queryable } from '../schema.ts'
import type { PrivacyChange } from '../services.ts'
import { updateSomeAudiences } from './audience/audience-queries.ts'
import { advanceGeneration } from './cards/card-queries.ts'

// What posts do when something changes elsewhere, inside the transaction that changes
// it, so that no feed is ever wrong.

/** Some of a member's posts follow their profile. True: others are left, for friends until then. */
export function updateSomePostAudiences(trx: Queryable, change: PrivacyChange): Promise<boolean> {
  return updateSomeAudiences(trx, change)
}

/** A member is called or looks otherwise now, or is gone: cards are written anew. */
export async function invalidateCards(trx: Queryable) {
  await advanceGeneration(trx)
}
