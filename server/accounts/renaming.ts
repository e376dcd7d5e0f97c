import { SAYS } from '../../contract/accounts.ts'
import { isUniqueViolation } from '../platform/database/violations.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { change } from '../platform/realtime/change.ts'
import type { UserRow } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import { accountChanged } from './account-changed.ts'
import * as queries from './own-account-queries.ts'
import { keyOf } from './registration.ts'

/**
 * Gives the member another username, which follows the rules of registration. Refuses (409) one
 * that is another member's in any case; of two who want the same at once, one gets it.
 */
export async function renameAccount(
  actor: Actor,
  services: Services,
  username: string,
): Promise<UserRow> {
  try {
    return await change(services, async (changing) => {
      const names = { username, username_key: keyOf(username) }
      const user = await queries.updateUsername(changing.trx, actor.id, names)
      if (!user) throw new Refusal('unauthorized', SAYS.sessionEnded)
      for (const learn of [...services.memberChanged, ...services.authorChanged])
        await learn(changing.trx, actor.id)
      accountChanged(changing, actor.id)
      return user
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal('conflict', SAYS.usernameTaken, { fields: { username: SAYS.usernameTaken } })
  }
}
