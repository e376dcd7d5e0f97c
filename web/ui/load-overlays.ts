import { useEffect, useState } from 'react'
import { loadWithRetry } from '../platform/lazy-chunk.ts'
import { loadedChunk } from '../platform/load-chunk.ts'

/**
 * What opens over a page, with the library that places it and keeps the focus. It is a quarter of
 * all code and nothing is open on arrival, so it comes when the page is idle, or with the first
 * press.
 */
export const loadOverlays = () => import('./overlays.ts')

/**
 * Fetches them once they are needed, and again as long as they do not come. True when they are
 * there.
 */
export function useOverlays(isNeeded: boolean): boolean {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (!isNeeded || loadedChunk(loadOverlays)) return
    let isGone = false
    // Drawn without them, the page would be gone for the sake of a menu.
    void loadWithRetry(loadOverlays).then(() => !isGone && setIsLoaded(true))
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return isNeeded && (isLoaded || loadedChunk(loadOverlays) !== undefined)
}
