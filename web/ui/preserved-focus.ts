import { useEffect, useRef } from 'react'

/**
 * A button that was pressed and gives way to another hands its focus on. Spread it over the element
 * around both; `shown` says which of them is there.
 */
export function usePreservedFocus(shown: string) {
  const ref = useRef<HTMLDivElement>(null)
  const pressedOn = useRef('')
  useEffect(() => {
    if (!pressedOn.current || pressedOn.current === shown) return
    pressedOn.current = ''
    // Only where focus was lost with the button, not where the member has gone on.
    if (document.activeElement !== document.body) return
    const next = ref.current?.querySelector<HTMLElement>('a, button') ?? ref.current
    next?.focus({ preventScroll: true })
  }, [shown])
  const onClick = () => {
    pressedOn.current = shown
  }
  return { ref, onClick }
}
