import { type RefObject, useEffect } from 'react'

/**
 * While somebody writes below a list of comments, one that comes pushes the list up, as in a chat:
 * the field stays under their hands.
 */
export function useHeldForm(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!section.current) return
    const observer = new MutationObserver((records) => {
      const growth = records.reduce((sum, record) => sum + heightAtEnd(record), 0)
      const isWriting = section.current?.querySelector('form')?.contains(document.activeElement)
      if (isWriting && growth > 0) scrollBy({ top: growth, behavior: 'instant' })
    })
    observer.observe(section.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [section])
}

/** What comments that came at the end of the list take, in px; what goes there counts against it. */
function heightAtEnd({ target, addedNodes, nextSibling }: MutationRecord): number {
  if (!(target instanceof HTMLOListElement) || nextSibling) return 0
  const gap = Number.parseFloat(getComputedStyle(target).rowGap) || 0
  return [...addedNodes]
    .filter((node) => node instanceof HTMLElement && node.isConnected)
    .reduce((sum, node) => sum + (node as HTMLElement).offsetHeight + gap, 0)
}
