import { useEffect } from 'react'

// A screen that itself ends sessions, perhaps the one of this device: it goes on without it.

let kept = 0

/** While this shows, a session that ends says nothing and leads nowhere. */
export function useStayWhenSessionEnds(isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return
    kept++
    return () => void kept--
  }, [isWanted])
}

export function isScreenKept(): boolean {
  return kept > 0
}
