import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** How far ahead of the reader more is fetched. */
const AHEAD = '1000px'

/** When the element comes near, and whenever `length` has changed. Without an observer, never. */
export function useScrollSentinel(
  isWatching: boolean,
  length: number,
  onNear: () => void,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const handleNear = useEffectEvent(onNear)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new length is another look
  useEffect(() => {
    if (!isWatching || !element.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && handleNear(),
      { rootMargin: AHEAD },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isWatching, length])
  return element
}
