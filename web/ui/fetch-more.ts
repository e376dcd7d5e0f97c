/**
 * The next of a list, which stands before what holds `button`. Reading goes on with the first of
 * what came, not behind all of it; who went elsewhere meanwhile stays there.
 */
export async function fetchMore(button: HTMLElement, fetch: () => Promise<unknown>): Promise<void> {
  const last = button.parentElement?.previousElementSibling?.lastElementChild
  await fetch()
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement !== button && activeElement !== body) return
    last?.nextElementSibling
      ?.querySelector<HTMLElement>('article, a, button')
      ?.focus({ preventScroll: true })
  })
}
