import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type OutboxItem, type OutboxResult, outbox } from './outbox.ts'

/** What waits at this place (a query's key), or all there is, oldest first. */
export function useOutboxItems(queryKey: readonly string[] = []): OutboxItem[] {
  const items = useSyncExternalStore(outbox.subscribe, outbox.items)
  return items.filter((item) => queryKey.every((part, index) => item.queryKey[index] === part))
}

/** Told what becomes of every letter; a letter stays in sight until the promise is kept. */
export function useOutboxResults(handler: (result: OutboxResult) => unknown): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => outbox.onResult((result) => latest.current(result)), [])
}
