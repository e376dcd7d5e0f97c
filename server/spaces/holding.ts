import { SAYS as ACCOUNTS_SAY } from '../../contract/accounts.ts'
import { SAYS } from '../../contract/spaces.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Queryable } from '../schema.ts'
import type { Actor } from '../services.ts'
import * as queries from './queries.ts'

// What a change takes hold of before it changes anything, so that two of them take turns: first
// the accounts it gives something to, then the space. Deleting an account takes both in this order.

export type HeldSpace = Awaited<ReturnType<typeof heldSpace>>

/** The actor's own account stays until the transaction ends. Refuses (401) one that is gone. */
export async function holdOwnAccount(actor: Actor, trx: Queryable) {
  if (!(await queries.holdAccounts(trx, [actor.id])))
    throw new Refusal('unauthorized', ACCOUNTS_SAY.sessionEnded)
}

/** The space stays as it is until the transaction ends. Refuses (404) one that is not there. */
export async function heldSpace(trx: Queryable, spaceId: string) {
  const space = await queries.lockSpace(trx, spaceId)
  if (!space) throw new Refusal('not_found', SAYS.spaceMissing)
  return space
}
