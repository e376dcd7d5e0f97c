import { useEffect, useState } from 'react'
import { loadChunk, loadedChunk } from '../platform/load-chunk.ts'

/**
 * What opens over a page, with the library that places it and keeps the focus. It is a quarter of
 * all code and nothing is open on arrival, so it comes when the page is idle, or with the first press.
 */
export const loadOverlays = () => import('./overlays.ts')

/** Fetches them once they are needed. True when they are there, or when drawing them says why not. */
export function useOverlays(isNeeded: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    if (!isNeeded || loadedChunk(loadOverlays)) return
    let isGone = false
    const settle = () => !isGone && setIsSettled(true)
    loadChunk(loadOverlays).then(settle, settle)
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return isNeeded && (isSettled || loadedChunk(loadOverlays) !== undefined)
}
