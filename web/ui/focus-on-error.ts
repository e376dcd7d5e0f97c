import { type RefObject, useEffect, useRef } from 'react'

/**
 * As the ref of a field outside of `useForm`: it takes the focus once its error is drawn, and so
 * reads it out. `error`: another one each time that something is refused.
 */
export function useFocusOnError<Field extends HTMLElement>(
  error: object | null | undefined,
): RefObject<Field | null> {
  const field = useRef<Field>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  return field
}
