import { startTransition, useDeferredValue, useEffect, useState } from 'react'

export type RenderedPart = 'nothing' | 'beginning' | 'all'

/**
 * How much to draw of a list that fills more than a window, so that no piece of the work holds a
 * slow phone for long: its beginning as soon as it is there, then the rest. What is there from the
 * first is drawn whole: who comes back finds the list as it was.
 */
export function useProgressiveRendering(isThere: boolean): RenderedPart {
  const [isWhole, setIsWhole] = useState(isThere)
  const isBegun = useDeferredReady(isThere)
  useEffect(() => {
    if (isBegun) startTransition(() => setIsWhole(true))
  }, [isBegun])
  if (!isBegun) return 'nothing'
  return isWhole ? 'all' : 'beginning'
}

/** What waits for this is drawn in pieces, between which the page does what is pressed. */
export function useDeferredReady(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere
}
