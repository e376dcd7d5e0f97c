import { type QueryClient, useMutationState } from '@tanstack/react-query'

// A press shows at once: pending mutations are applied over the server's last answer when rendering.
// Mutations of one post run one after the other (by their scope), and only the last one counts.

/** The variables of the mutations under this key that are pending, oldest first. */
export function usePendingMutations<Variables>(mutationKey: readonly unknown[]): Variables[] {
  return useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
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
    .findAll({ mutationKey, exact: true, status: 'pending' })
    .map(({ state }) => state.variables as Variables)
  return waiting.filter(isAboutSame).at(-1) !== variables
}
