import type { Id } from '../platform/ids.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Mutation } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import * as administratorQueries from './administrator-queries.ts'
import { keyOf } from './name-key.ts'
import * as queries from './queries.ts'

export function findAccount(db: Queryable, username: string): Promise<UserRow | undefined> {
  return queries.findUserByUsername(db, keyOf(username))
}

/** Of all administrators who can act just now. */
export function administratorIds(db: Queryable): Promise<Id[]> {
  return administratorQueries.findAdministratorIds(db)
}

/**
 * As above, and none of them changes until the transaction ends. Whoever acts holds their own
 * account as being there already, which must keep nobody from this turn.
 */
export function lockAdministrators(trx: Queryable): Promise<Id[]> {
  return administratorQueries.lockAdministrators(trx)
}

/** All of them, in turn: of two who look at what was told, one waits for what the other tells. */
export async function administratorsInTurn(trx: Queryable): Promise<Id[]> {
  await administratorQueries.lockNotificationTurn(trx)
  return administratorIds(trx)
}

/** Makes a member an administrator or takes that back. False when it was so already. */
export async function setAdministrator(
  mutation: Mutation,
  memberId: Id,
  isAdmin: boolean,
): Promise<boolean> {
  const isNew = await queries.updateIsAdmin(mutation.trx, memberId, isAdmin)
  if (isNew) publishAccountChanged(mutation, memberId)
  return isNew
}
