import type { Services } from '../services.ts'
import * as queries from './queries.ts'

/**
 * Makes a member's profile private or public, and with it, in the same transaction, all that
 * depends on it in other rooms.
 */
export async function setPrivacy(
  memberId: string,
  { db, privacyChanged }: Pick<Services, 'db' | 'privacyChanged'>,
  isPrivate: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await queries.updatePrivacy(trx, memberId, isPrivate)
    for (const follow of privacyChanged) await follow(trx, memberId, isPrivate)
  })
}
