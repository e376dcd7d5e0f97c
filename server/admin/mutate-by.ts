import { mutateAs } from '../accounts/lock-account.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Actor, Mutation, Services } from '../services.ts'

/** What an administrator does, or the command line where `actor` is null. */
export function mutateBy<Result>(
  actor: Actor | null,
  services: Services,
  work: (mutation: Mutation) => Promise<Result>,
): Promise<Result> {
  return actor ? mutateAs(actor, services, work) : mutate(services, work)
}
