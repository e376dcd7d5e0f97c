import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { outbox } from './outbox.ts'
import type { OutboxItem, OutboxResult } from './outbox-item.ts'

/** The items of this query key, or all there are, oldest first. */
export function useOutboxItems(queryKey: readonly string[] = []): OutboxItem[] {
  const items = useSyncExternalStore(outbox.subscribe, outbox.items)
  const key = queryKey.join('\n')
  return useMemo(() => {
    const parts = key === '' ? [] : key.split('\n')
    return items.filter((item) => parts.every((part, index) => item.queryKey[index] === part))
  }, [items, key])
}

/**
 * Calls back with the result of every item; an item is shown until the returned promise settles.
 */
export function useOutboxResults(handler: (result: OutboxResult) => unknown): void {
  const onResult = useEffectEvent(handler)
  useEffect(() => outbox.onResult((result) => onResult(result)), [])
}
