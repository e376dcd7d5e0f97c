import { useEffect, useRef } from 'react'

/** What was pressed is gone with each step: focus goes to this element. Undefined: unknown yet. */
export function useFocusOnChange(step: string | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== undefined && before.current !== step) box.current?.focus()
    before.current = step
  }, [step])
  return box
}
