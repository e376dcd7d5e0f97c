import type { Actor, Services } from '../services.ts'
import * as queries from './queries.ts'

/**
 * Deletes one's own account with everything every room keeps of it, in one transaction; files
 * follow at once. A community left without an administrator makes one by the command line.
 */
export async function deleteOwnAccount(actor: Actor, services: Services): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    for (const forget of services.forgetMember) await forget(trx, actor.id)
    await queries.deleteUser(trx, actor.id)
  })
  services.images.sweepSoon()
}
