import { useEffect, useEffectEvent, useRef } from 'react'

const TOGETHER_MS = 250

/** Calls back once for all the calls of a moment. */
export function useTogether(callback: () => void): () => void {
  const onQuiet = useEffectEvent(callback)
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(soon.current), [])
  return () => {
    clearTimeout(soon.current)
    soon.current = setTimeout(() => onQuiet(), TOGETHER_MS)
  }
}
