/** What has the focus only because it stood around what had it. */
let keeper: Element | undefined

/**
 * As the ref of what takes the place of something that had the focus, and is gone: then nothing has
 * it, or what stood around, or, where a dialog was about to give it, what the dialog covers.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (isLost(element)) element?.focus({ preventScroll: true })
}

/**
 * `path`: what had the focus and is gone, and what it stood in. Nothing where something has it
 * again.
 */
export function keepLostFocus(path: readonly Node[]): void {
  if (document.activeElement !== document.body) return
  // What is not in the page any more is below no `html`.
  const next = path.find(
    (node): node is HTMLElement => node instanceof HTMLElement && node.matches('html [tabindex]'),
  )
  const dialog = document.querySelector('[role$="dialog"]')
  // What a dialog covers is not for the keyboard.
  if (!next || dialog?.contains(next) === false) return
  keeper = next
  next.focus({ preventScroll: true })
}

function isLost(element: HTMLElement | null): boolean {
  const { activeElement, body } = document
  if (activeElement === body || activeElement === keeper) return true
  const dialog = element?.closest('[role$="dialog"]')
  return dialog?.contains(activeElement) === false
}
