import type { Actor, Services } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import { mutateAs } from './mutate-as.ts'
import { updateFirstStepsHidden } from './own-account-queries.ts'

/** Shows the actor the first steps no more, on any of their devices. */
export async function hideFirstSteps(actor: Actor, services: Services) {
  await mutateAs(actor, services, async (mutation) => {
    await updateFirstStepsHidden(mutation.trx, actor.id)
    publishAccountChanged(mutation, actor.id)
  })
}
