/**
 * Saves one value at once whenever it changes. It is shown before the server has it; changes in
 * quick succession arrive in their order, and the last one counts. When that one fails, what the
 * server has is shown again.
 */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** What is on screen, and what the server has as far as is known here. */
export interface OptimisticValue<T> {
  shown: T
  saved: T
}

export function optimisticValue<T>(value: T): OptimisticValue<T> {
  return { shown: value, saved: value }
}

interface OptimisticSaveOptions<T> {
  /** Where the value is kept, as an `OptimisticValue`. */
  queryKey: QueryKey
  /** Resolves with what the server has then. */
  send: (value: T) => Promise<T>
  onSaved?: (value: T) => void
  onFailed: (error: unknown) => void
}

export function useOptimisticSave<T>(options: OptimisticSaveOptions<T>): (value: T) => void {
  const { queryKey, send, onSaved, onFailed } = options
  const client = useQueryClient()
  const change = (next: Partial<OptimisticValue<T>>) =>
    client.setQueryData<OptimisticValue<T>>(queryKey, (known) => known && { ...known, ...next })
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
      const known = client.getQueryData<OptimisticValue<T>>(queryKey)
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
