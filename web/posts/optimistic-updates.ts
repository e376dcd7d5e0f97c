import { type Mutation, type QueryClient, useMutationState } from '@tanstack/react-query'

// A press shows at once: pending mutations are applied over the server's last answer when rendering.
// Mutations of one post run one after the other (by their scope), and only the last one counts.

/** The variables of the mutations under this key that are pending, oldest first. */
export function usePendingMutations<Variables>(mutationKey: readonly unknown[]): Variables[] {
  return useMutationState({
    filters: pendingUnder(mutationKey),
    select: ({ state }) => state.variables as Variables,
  })
}

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
  return waiting.filter(isAboutSame).at(-1) !== variables
}

/**
 * Every card asks at every step of every mutation, and those that ended are kept for a while: the
 * filter by `mutationKey`, which hashes the key of each, made one like cost as much as drawing it.
 */
function pendingUnder(mutationKey: readonly unknown[]) {
  return {
    predicate: ({ state, options }: Mutation) =>
      state.status === 'pending' &&
      options.mutationKey?.length === mutationKey.length &&
      mutationKey.every((part, index) => part === options.mutationKey?.[index]),
  }
}
