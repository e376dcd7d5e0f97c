import { type Mutation, useMutationState } from '@tanstack/react-query'

/** The variables of the mutations under this key that are pending, oldest first. */
export function usePendingMutations<Variables>(mutationKey: readonly unknown[]): Variables[] {
  return useMutationState({
    filters: pendingUnder(mutationKey),
    select: ({ state }) => state.variables as Variables,
  })
}

/**
 * Every card asks at every step of every mutation, and those that ended are kept for a while: the
 * filter by `mutationKey`, which hashes the key of each, made one like cost as much as drawing it.
 */
export function pendingUnder(mutationKey: readonly unknown[]) {
  return {
    predicate: ({ state, options }: Mutation) =>
      state.status === 'pending' && options.mutationKey?.join() === mutationKey.join(),
  }
}
