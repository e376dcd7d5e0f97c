import { MESSAGES } from '../../contract/accounts.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, UserRow } from '../schema.ts'
import { lockUser } from './own-account-queries.ts'

/**
 * The member's row, which nobody else changes until the transaction ends: what two of their
 * devices do at once is done one after the other. Refuses (401) a member who was just deleted.
 */
export async function lockAccount(trx: Queryable, memberId: Id): Promise<UserRow> {
  const user = await lockUser(trx, memberId)
  if (!user) throw new HttpError('unauthorized', MESSAGES.sessionEnded)
  return user
}
