import type { CurrentUser } from '../../contract/accounts.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import { findOwnLists } from './own-account-queries.ts'
import { presentCurrentUser } from './present.ts'

/** The member's own record, with what belongs to them beside their row. */
export async function readCurrentUser(
  services: Pick<Services, 'db' | 'images' | 'publicUrl'>,
  user: UserRow,
): Promise<CurrentUser> {
  return presentCurrentUser(services, user, await findOwnLists(services.db, user.id))
}
