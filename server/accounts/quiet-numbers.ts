import type { Actor, Services } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import { mutateAs } from './mutate-as.ts'
import { updateQuietNumbers } from './own-account-queries.ts'

/**
 * Chooses for the actor alone, on all their devices, whether presence is shown in place of numbers.
 */
export async function setQuietNumbers(actor: Actor, services: Services, isQuiet: boolean) {
  await mutateAs(actor, services, async (mutation) => {
    await updateQuietNumbers(mutation.trx, actor.id, isQuiet)
    publishAccountChanged(mutation, actor.id)
  })
}
