import { type MouseEvent, useEffect, useRef } from 'react'

/**
 * A button that has the focus and gives way to another hands it on. Spread it over the element
 * around both, which has the focus itself where no button is left.
 */
export function usePreservedFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const noteFocus = () => {
    // Asked after a blur, too: the window may have lost it. A button that is taken away tells of
    // none.
    hadFocus.current = ref.current?.contains(document.activeElement) ?? false
  }
  useEffect(() => {
    // Only where focus was lost with the button, not where the member has gone on.
    if (hadFocus.current && document.activeElement === document.body) {
      const next = ref.current?.querySelector<HTMLElement>('a, button') ?? ref.current
      next?.focus({ preventScroll: true })
    }
    noteFocus()
  })
  return { ref, tabIndex: -1, onFocus: noteFocus, onBlur: noteFocus, onClickCapture: focusPressed }
}

/** Safari gives a button that is pressed no focus. Before the act itself, which may move it on. */
function focusPressed({ target }: MouseEvent) {
  const pressed = (target as Element).closest<HTMLElement>('a, button')
  pressed?.focus({ preventScroll: true })
}
