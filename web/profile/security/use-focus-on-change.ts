import { useEffect, useRef } from 'react'

/**
 * What was pressed is gone with each step: focus goes to this element, unless something in it took
 * it. Undefined: unknown yet.
 */
export function useFocusOnChange(step: string | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    const isChange = before.current !== undefined && before.current !== step
    before.current = step
    if (isChange && !box.current?.contains(document.activeElement)) box.current?.focus()
  }, [step])
  return box
}
