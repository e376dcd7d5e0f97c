import { useSyncExternalStore } from 'react'

const WIDE = '(width >= 1200px)'

/** Whether there is room for a second column beside a reading one. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query()?.matches ?? false)
}

function subscribe(listener: () => void): () => void {
  const list = query()
  list?.addEventListener?.('change', listener)
  return () => list?.removeEventListener?.('change', listener)
}

function query(): MediaQueryList | undefined {
  return window.matchMedia?.(WIDE)
}
