import { useSyncExternalStore } from 'react'
import type { ServerEvent } from '../../contract/realtime.ts'
import { createObservable } from '../platform/observable.ts'

/** How many others are in each chat now, by the id of its space. */
const counts = createObservable<ReadonlyMap<string, number>>(new Map())

export function useHereCounts(): ReadonlyMap<string, number> {
  return useSyncExternalStore(counts.subscribe, counts.get)
}

export function followPresence(viewerId: string, event: ServerEvent): void {
  // With each connection the server tells anew where somebody is.
  if (event.type === 'ready') counts.set(new Map())
  if (event.type !== 'presence') return
  const others = event.userIds.filter((id) => id !== viewerId).length
  counts.set(new Map([...counts.get(), [event.spaceId, others]]))
}
