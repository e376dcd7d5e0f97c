import type { Id } from '../platform/ids.ts'
import type { Queryable, UserRow } from '../schema.ts'
import type { Actor } from '../services.ts'
import { type AuthorRow, lockAuthor, lockUser, lockUsers } from './lock-queries.ts'
import { sessionEndedError } from './session-ended.ts'
import { lockSession } from './session-queries.ts'

/**
 * The member's row, which nobody else changes until the transaction ends: what two of their
 * devices do at once is done one after the other. Refuses (401) a member who was just deleted.
 */
export async function lockAccount(
  trx: Queryable,
  memberId: Id,
  lock: 'update' | 'no key update' = 'update',
): Promise<UserRow> {
  const user = await lockUser(trx, memberId, lock)
  if (!user) throw sessionEndedError()
  return user
}

/** As above, and refuses (401) whose session ended while the request was under way. */
export async function lockOwnAccount(trx: Queryable, actor: Actor): Promise<UserRow> {
  const user = await lockAccount(trx, actor.id)
  if (!(await lockSession(trx, actor.sessionId))) throw sessionEndedError()
  return user
}

/**
 * Keeps the actor's account from being deleted until the transaction ends, and returns them as the
 * author of what they write. Refuses (401) one that was deleted or suspended while the request was
 * under way: nothing is written for who is gone.
 */
export async function lockActor(trx: Queryable, actor: Actor): Promise<AuthorRow> {
  const author = await lockAuthor(trx, actor.id)
  if (!author) throw sessionEndedError()
  return author
}

/**
 * Keeps these accounts from being deleted until the transaction ends, and returns those that are
 * there. With `no key update` none of them befriends or blocks anybody meanwhile, either; rows that
 * name them may still be written.
 */
export async function lockAccounts(
  trx: Queryable,
  ids: Id[],
  lock: 'key share' | 'no key update' = 'key share',
): Promise<Set<Id>> {
  return new Set(ids.length === 0 ? [] : await lockUsers(trx, ids, lock))
}

/** The same; false when one of them is gone. */
export async function lockAccountsIfAllExist(
  ...[trx, ids, lock]: Parameters<typeof lockAccounts>
): Promise<boolean> {
  return (await lockAccounts(trx, ids, lock)).size === new Set(ids).size
}
