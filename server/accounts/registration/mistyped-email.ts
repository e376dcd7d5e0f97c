import { ipKey } from '../../platform/limits.ts'
import type { Queryable, UserRow } from '../../schema.ts'
import type { Services } from '../../services.ts'
import { findUserByUsername } from '../queries.ts'
import { isMailVerified } from './mail-verified.ts'
import { deleteUnverifiedUser } from './registration-queries.ts'

// Who mistyped their address registers again with the right one. Their name is held by their first
// registration; that it is theirs, the password shows.

/**
 * The registration that this one corrects; undefined where the name is free, or somebody else's.
 */
export async function findMistyped(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  names: Pick<UserRow, 'username_key' | 'email_key'>,
  password: string,
  ip: string,
): Promise<UserRow | undefined> {
  const user = await findUserByUsername(db, names.username_key)
  if (!user || isMailVerified(user)) return undefined
  if (user.email_key === names.email_key) return undefined
  const isTheirs = await passwords.verify(password, user.password_hash, ipKey(ip))
  return isTheirs ? user : undefined
}

/** Removes it, with its mail and its place of an invitation, unless it was verified meanwhile. */
export async function removeMistyped(
  { outbox }: Pick<Services, 'outbox'>,
  trx: Queryable,
  { id, email_key }: UserRow,
): Promise<void> {
  if (!(await deleteUnverifiedUser(trx, id))) return
  for (const payload of [{ userId: id }, { email: email_key }]) await outbox.withdraw(trx, payload)
}
