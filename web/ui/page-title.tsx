import { useSyncExternalStore } from 'react'
import { useCommunity } from '../platform/community.ts'
import { createObservable } from '../platform/observable.ts'

/** Whether the tab says that something waits to be seen. */
export const hasTitleMark = createObservable(false)

/** The title of the browser's tab, for a place of this name. */
export function useTitle(place: string): string {
  const isMarked = useSyncExternalStore(hasTitleMark.subscribe, hasTitleMark.get)
  const { name } = useCommunity()
  return `${isMarked ? '• ' : ''}${place} · ${name}`
}

export function PageTitle({ place }: { place: string }) {
  return <title>{useTitle(place)}</title>
}
