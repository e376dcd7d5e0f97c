import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * The same function at each render, which does what the newest one given does: what is only handed
 * it need not be drawn again. For what people do, not to be called while rendering.
 */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  return useCallback((...args) => newest.current(...args), [])
}
