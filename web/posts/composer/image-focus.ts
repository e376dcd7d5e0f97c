/** What was pressed may be gone: focus goes to the picture now at its place, else `fallback`. */
export function focusImageAt(
  place: number,
  within: HTMLElement | null,
  fallback: () => HTMLElement | null | undefined,
): void {
  requestAnimationFrame(() => {
    if (!within || within.contains(document.activeElement)) return
    const images = within.querySelectorAll<HTMLElement>('[data-image]')
    const next = images[Math.min(place, images.length - 1)] ?? fallback()
    next?.focus()
  })
}
