/**
 * As the ref of what takes the place of something that had the focus, and is gone: then nothing has it,
 * or, where a dialog was about to give it, what the dialog covers.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (isLost(element)) element?.focus({ preventScroll: true })
}

function isLost(element: HTMLElement | null): boolean {
  if (document.activeElement === document.body) return true
  const dialog = element?.closest('[role$="dialog"]')
  return dialog?.contains(document.activeElement) === false
}
