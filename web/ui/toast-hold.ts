import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether the member points at the toasts or is among them. A toast that goes takes the focus in it
 * along, of which React says nothing: it goes back to where it was before.
 */
export function useToastHold(stack: RefObject<HTMLElement | null>, toasts: readonly unknown[]) {
  const [isHeld, setIsHeld] = useState(false)
  /** What had the focus before; undefined while it is not here. */
  const before = useRef<HTMLElement | null>(undefined)
  const isInStack = (element: Element | null) => stack.current?.contains(element) === true

  useLayoutEffect(() => {
    const isFocusHere = stack.current?.contains(document.activeElement)
    if (before.current !== undefined && !isFocusHere) {
      giveFocusBack(before.current)
      before.current = undefined
    }
    const isPointedAt = toasts.length > 0 && stack.current?.matches(':hover')
    if (!isFocusHere && !isPointedAt) setIsHeld(false)
  }, [stack, toasts])

  return {
    isHeld,
    handlers: {
      onPointerEnter: () => setIsHeld(true),
      onPointerLeave: () => setIsHeld(false),
      onFocus({ relatedTarget }: FocusEvent) {
        if (before.current === undefined) before.current = relatedTarget as HTMLElement | null
        setIsHeld(true)
      },
      onBlur({ target, relatedTarget }: FocusEvent) {
        // In a window that is left, what had the focus still has it.
        if (document.activeElement !== target && !isInStack(relatedTarget))
          before.current = undefined
        setIsHeld(false)
      },
    },
  }
}

function giveFocusBack(before: HTMLElement | null): void {
  before?.focus({ preventScroll: true })
  // It may be gone, too, or be behind a dialog by now.
  if (document.activeElement !== before) {
    document.querySelector('main')?.focus({ preventScroll: true })
  }
}
