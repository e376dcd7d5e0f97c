import { MESSAGES } from '../../contract/spaces.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import * as queries from './queries.ts'

// What a write locks before it changes anything, so that two of them take turns: first
// the accounts it gives something to, then the space. Deleting an account takes both in this order.
// Whom it only tells something it does not lock before: where just that account is deleted, the two
// may wait for each other, and one of them is begun anew (`mutate`).

export type LockedSpace = Awaited<ReturnType<typeof lockSpace>>

/** The space stays as it is until the transaction ends. Refuses (404) one that is not there. */
export async function lockSpace(trx: Queryable, spaceId: Id) {
  return there(await queries.lockSpace(trx, spaceId))
}

/** As it is now: to ask before a write, which asks again. Refuses (404) one that is not there. */
export async function spaceToChange(db: Queryable, spaceId: Id) {
  return there(await queries.findSpaceToChange(db, spaceId))
}

function there<Space>(space: Space | undefined): Space {
  if (!space) throw new HttpError('not_found', MESSAGES.spaceMissing)
  return space
}
