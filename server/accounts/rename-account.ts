import { MESSAGES } from '../../contract/accounts.ts'
import { isUniqueViolation } from '../platform/database/failures.ts'
import { mutate } from '../platform/database/mutate.ts'
import { conflictAt } from '../platform/http/http-error.ts'
import type { UserRow } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import { lockAccount } from './lock-account.ts'
import { keyOf } from './name-key.ts'
import * as queries from './own-account-queries.ts'
import { releaseUsername } from './registration/registration.ts'
import { sessionEndedError } from './session-ended.ts'

/**
 * Gives the member another username, which follows the rules of registration; the former one rests
 * for a month. Refuses (409) one that is another member's in any case, or was until lately; of two
 * who want the same at once, one gets it.
 */
export async function renameAccount(
  actor: Actor,
  services: Services,
  username: string,
): Promise<UserRow> {
  const { clock, formerUsernames } = services
  try {
    return await mutate(services, async (mutation) => {
      const { trx } = mutation
      const former = await lockAccount(trx, actor.id)
      if (former.username === username) return former
      const names = { username, username_key: keyOf(username) }
      const isOtherName = former.username_key !== names.username_key
      if (isOtherName) await releaseUsername(services, trx, names.username_key)
      const user = await queries.updateUsername(trx, actor.id, names)
      if (!user) throw sessionEndedError()
      if (await formerUsernames.isResting(trx, user, clock())) throw taken()
      if (isOtherName) await formerUsernames.rest(trx, former, clock())
      await services.hooks.searchTermsChanged(mutation, actor.id)
      await services.hooks.cardsOutdated(mutation)
      publishAccountChanged(mutation, actor.id)
      return user
    })
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}

function taken() {
  return conflictAt('username', MESSAGES.usernameTaken)
}
