/** What was pressed may be gone: focus goes to the picture now at its place, else `fallback`. */
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
