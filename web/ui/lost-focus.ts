/** As the ref of what takes the place of something that had the focus, and is gone. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
