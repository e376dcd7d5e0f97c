import { type QueryClient, useMutationState } from '@tanstack/react-query'

// A press answers at once: the wish is laid over what the server last said until it has answered.
// Mutations of one post run one after the other (by their scope), and only the last wish counts.

/** The wishes under this key that the server has not answered yet, oldest first. */
export function useWishes<Wish>(mutationKey: readonly unknown[]): Wish[] {
  return useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as Wish,
  })
}

/** Whether a later wish about the same thing waits behind this one. */
export function isOvertaken<Wish>(
  client: QueryClient,
  mutationKey: readonly unknown[],
  wish: Wish,
  isAboutSame: (other: Wish) => boolean = () => true,
): boolean {
  const waiting = client
    .getMutationCache()
    .findAll({ mutationKey, exact: true, status: 'pending' })
    .map(({ state }) => state.variables as Wish)
  return waiting.filter(isAboutSame).at(-1) !== wish
}
