import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type OutboxResult, outbox } from './outbox.ts'
import type { OutboxItem } from './outbox-item.ts'

/** The items of this query key, or all there are, oldest first. */
export function useOutboxItems(queryKey: readonly string[] = []): OutboxItem[] {
  const items = useSyncExternalStore(outbox.subscribe, outbox.items)
  return items.filter((item) => queryKey.every((part, index) => item.queryKey[index] === part))
}

/** Calls back with the result of every item; an item is shown until the returned promise settles. */
export function useOutboxResults(handler: (result: OutboxResult) => unknown): void {
  const onResult = useEffectEvent(handler)
  useEffect(() => outbox.onResult((result) => onResult(result)), [])
}
