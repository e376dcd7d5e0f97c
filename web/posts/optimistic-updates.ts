import { type QueryClient, useMutationState } from '@tanstack/react-query'

// A press answers at once: the wish is laid over what the server last said until it has answered.
// Mutations of one post run one after the other (by their scope), and only the last wish counts.

/** The wishes under this key that the server has not answered yet, oldest first. */
export function usePendingMutations<Variables>(mutationKey: readonly unknown[]): Variables[] {
  return useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as Variables,
  })
}

/** Whether a later wish about the same thing waits behind this one. */
export function isSuperseded<Variables>(
  client: QueryClient,
  mutationKey: readonly unknown[],
  variables: Variables,
  isAboutSame: (other: Variables) => boolean = () => true,
): boolean {
  const waiting = client
    .getMutationCache()
    .findAll({ mutationKey, exact: true, status: 'pending' })
    .map(({ state }) => state.variables as Variables)
  return waiting.filter(isAboutSame).at(-1) !== variables
}
