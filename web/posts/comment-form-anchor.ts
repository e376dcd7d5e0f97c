import { type RefObject, useEffect } from 'react'

/** While somebody writes below a list, what comes pushes the list up: the field stays in place. */
export function useCommentFormAnchor(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!section.current) return
    /** Of comments that were counted, in px: one that was on its way goes as it comes for good. */
    const heights = new WeakMap<Node, number>()
    const observer = new MutationObserver((records) => {
      const field = document.activeElement
      if (!field?.closest('form') || !section.current?.contains(field)) return
      let growth = 0
      for (const { target, addedNodes, removedNodes, nextSibling } of records) {
        if (!(target instanceof HTMLOListElement) || nextSibling) continue
        for (const node of removedNodes) growth -= heights.get(node) ?? 0
        for (const node of addedNodes) {
          if (!isAbove(node, field)) continue
          const gap = Number.parseFloat(getComputedStyle(target).rowGap) || 0
          heights.set(node, node.offsetHeight + gap)
          growth += node.offsetHeight + gap
        }
      }
      if (growth > 0) scrollBy({ top: growth, behavior: 'instant' })
    })
    observer.observe(section.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [section])
}

function isAbove(node: Node, field: Element): node is HTMLElement {
  if (!(node instanceof HTMLElement) || !node.isConnected) return false
  return node.compareDocumentPosition(field) === Node.DOCUMENT_POSITION_FOLLOWING
}
