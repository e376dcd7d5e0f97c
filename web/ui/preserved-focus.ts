import { useEffect, useRef } from 'react'

/**
 * A button that has the focus and gives way to another hands it on. Spread it over the element
 * around both; `shown` says which of them is there.
 */
export function usePreservedFocus(shown: string) {
  const ref = useRef<HTMLDivElement>(null)
  const focusedOn = useRef('')
  useEffect(() => {
    if (!focusedOn.current || focusedOn.current === shown) return
    focusedOn.current = ''
    // Only where focus was lost with the button, not where the member has gone on.
    if (document.activeElement !== document.body) return
    const next = ref.current?.querySelector<HTMLElement>('a, button') ?? ref.current
    next?.focus({ preventScroll: true })
  }, [shown])
  const hold = () => {
    focusedOn.current = shown
  }
  // Safari gives a button that is pressed no focus.
  return { ref, onFocus: hold, onClick: hold }
}
