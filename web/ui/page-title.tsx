import { useSyncExternalStore } from 'react'
import { createObservable } from '../platform/observable.ts'

/** Whether the tab says that something waits to be seen. */
export const hasTitleMark = createObservable(false)

/** The title of the browser's tab, for a place of this name. */
export function useTitle(place: string): string {
  const isMarked = useSyncExternalStore(hasTitleMark.subscribe, hasTitleMark.get)
  return `${isMarked ? '• ' : ''}${place} · Snug`
}

export function PageTitle({ place }: { place: string }) {
  return <title>{useTitle(place)}</title>
}
