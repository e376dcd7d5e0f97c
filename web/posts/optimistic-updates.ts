import type { QueryClient } from '@tanstack/react-query'
import { pendingUnder } from '../platform/pending-mutations.ts'

// A press shows at once: pending mutations are applied over the server's last answer when
// rendering. Mutations of one post run one after the other (by their scope), and only the last one
// counts.

/** Whether a later mutation of the same thing waits behind this one. */
export function isSuperseded<Variables>(
  client: QueryClient,
  mutationKey: readonly unknown[],
  variables: Variables,
  isAboutSame: (other: Variables) => boolean = () => true,
): boolean {
  const waiting = client
    .getMutationCache()
    .findAll(pendingUnder(mutationKey))
    .map(({ state }) => state.variables as Variables)
  return waiting.findLast(isAboutSame) !== variables
}
