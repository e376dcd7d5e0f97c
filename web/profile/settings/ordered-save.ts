/**
 * Saves one value at once whenever it changes. It is shown before the server has it; changes in
 * quick succession arrive in their order, and the last one counts. When that one fails, what the
 * server has is shown again.
 */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** What is on screen, and what the server has as far as is known here. */
export interface Kept<T> {
  shown: T
  saved: T
}

export function keptFor<T>(value: T): Kept<T> {
  return { shown: value, saved: value }
}

interface OrderedSaveOptions<T> {
  /** Where the value is kept, as a `Kept`. */
  queryKey: QueryKey
  /** Resolves with what the server has then. */
  send: (value: T) => Promise<T>
  onSaved?: (value: T) => void
  onFailed: (error: unknown) => void
}

export function useOrderedSave<T>(options: OrderedSaveOptions<T>): (value: T) => void {
  const { queryKey, send, onSaved, onFailed } = options
  const client = useQueryClient()
  const change = (next: Partial<Kept<T>>) =>
    client.setQueryData<Kept<T>>(queryKey, (known) => known && { ...known, ...next })
  const isLast = () => client.isMutating({ mutationKey: queryKey }) === 1

  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: JSON.stringify(queryKey) },
    mutationFn: send,
    onSuccess(saved) {
      change({ saved })
      if (!isLast()) return
      change({ shown: saved })
      onSaved?.(saved)
    },
    onError(error) {
      if (!isLast()) return
      const known = client.getQueryData<Kept<T>>(queryKey)
      if (known) change({ shown: known.saved })
      void client.invalidateQueries({ queryKey })
      onFailed(error)
    },
  })

  return (value) => {
    // A reading under way may be older than this.
    void client.cancelQueries({ queryKey })
    change({ shown: value })
    mutate(value)
  }
}
