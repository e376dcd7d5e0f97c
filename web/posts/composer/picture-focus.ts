/**
 * After a picture was taken away or moved, what was pressed may be gone: focus goes to the picture
 * that is at its place now, and where none is left to the `fallback`.
 */
export function focusPictureAt(
  place: number,
  within: HTMLElement | null,
  fallback: () => HTMLElement | null | undefined,
): void {
  requestAnimationFrame(() => {
    if (!within || within.contains(document.activeElement)) return
    const pictures = within.querySelectorAll<HTMLElement>('[data-picture]')
    const next = pictures[Math.min(place, pictures.length - 1)] ?? fallback()
    next?.focus()
  })
}
