import { mutate } from '../platform/database/mutate.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { lockActor } from './lock-account.ts'

/** What a member writes: as `mutate`, for an account that is there until it is committed. */
export function mutateAs<Result>(
  actor: Actor,
  services: Pick<Services, 'db' | 'bus'>,
  work: (mutation: Mutation) => Promise<Result>,
): Promise<Result> {
  return mutate(services, async (mutation) => {
    await lockActor(mutation.trx, actor)
    return work(mutation)
  })
}

/** The same for an administrator, or for the command line where `actor` is null. */
export function mutateAsAdmin<Result>(
  actor: Actor | null,
  services: Services,
  work: (mutation: Mutation) => Promise<Result>,
): Promise<Result> {
  return actor ? mutateAs(actor, services, work) : mutate(services, work)
}
