const LOOK_EVERY_MS = 50

/**
 * A dialog gives focus back to where it was opened from. Where that is gone by then, focus would
 * fall out of the page's order: here it goes to the element, once the dialog has left the page.
 */
export function focusAfterDialog(element: HTMLElement | null | undefined): void {
  const timer = setInterval(() => {
    if (document.querySelector('[role="alertdialog"]')) return
    clearInterval(timer)
    if (document.activeElement === document.body) element?.focus({ preventScroll: true })
  }, LOOK_EVERY_MS)
}
