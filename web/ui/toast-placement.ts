import { type RefObject, useLayoutEffect } from 'react'

// Toasts lie over the page, and what they lie over can be neither seen nor pressed: so they stand
// where nothing is to be pressed and, near enough, little is to be read, as low as there is room.

/** And what went wrong, which has to be read. */
const CONTROLS =
  'a[href], button, input, select, textarea, label, [role="menuitem"], [role="option"], [role="alert"]'
const CONTENT = 'p, h1, h2, h3, img'
/** They go so far up, and no further, for each px of content that is covered below. */
const CLIMB = 8
const LOOK_EVERY_MS = 250
const SETTLE_MS = 600
const EDGE_PX = 8
const CLEAR_BY_PX = 4

/** In px from the top of the window. */
export interface Span {
  top: number
  bottom: number
}

interface Place {
  top: number
  /** It lies over nothing. */
  isFree: boolean
}

/**
 * The lowest place in `room` over none of `taken`; where there is none, over as little as can be.
 * It is higher where that leaves enough of `content` to be read.
 */
export function placeAmong(
  height: number,
  room: Span,
  taken: readonly Span[],
  content: readonly Span[] = [],
): Place {
  const lowest = room.bottom - height
  const tops = [lowest, room.top, ...[...taken, ...content].map(({ top }) => top - height)]
  const places = tops
    .filter((top) => top >= room.top && top <= lowest)
    .map((top) => {
      const place = { top, bottom: top + height }
      const cost = CLIMB * coveredBy(place, content) - top
      return { top, covered: coveredBy(place, taken), cost }
    })
    .sort((one, other) => one.covered - other.covered || one.cost - other.cost)
  const best = places[0]
  return best ? { top: best.top, isFree: best.covered === 0 } : { top: lowest, isFree: false }
}

function coveredBy(place: Span, taken: readonly Span[]): number {
  return taken.reduce((sum, { top, bottom }) => {
    const shared = Math.min(place.bottom, bottom) - Math.max(place.top, top)
    return sum + Math.max(0, shared)
  }, 0)
}

/** Where there is no clear place, presses go through all of a toast but what dismisses it. */
export function ClearOfControls({ stack }: { stack: RefObject<HTMLElement | null> }): null {
  useLayoutEffect(() => {
    const { current } = stack
    if (!current) return
    let scrolledAt = Number.NEGATIVE_INFINITY
    const noteScroll = () => {
      scrolledAt = performance.now()
    }
    const look = () => {
      if (performance.now() - scrolledAt >= LOOK_EVERY_MS) put(current)
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    addEventListener('scroll', noteScroll, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      removeEventListener('scroll', noteScroll, { capture: true })
    }
  }, [stack])
  return null
}

/** By a transform, which is no shift of the layout. */
function put(stack: HTMLElement) {
  const { top, bottom, left, right } = stack.getBoundingClientRect()
  const lift = Number(stack.dataset.lift ?? 0)
  const room = { top: EDGE_PX, bottom: Math.min(bottom + lift, visibleBottom() - EDGE_PX) }
  const spans = (selector: string) => spansBetween(left, right, stack, selector)
  const taken = spans(CONTROLS)
  const isAt = { top, bottom }
  // Where it stands well it stays; but not where others stood before.
  const isWell = !areNew(stack) && bottom <= room.bottom && coveredBy(isAt, taken) === 0
  const place = isWell
    ? { top, isFree: true }
    : placeAmong(bottom - top, room, taken, spans(CONTENT))
  stack.dataset.lift = String(top + lift - place.top)
  stack.style.translate = `0 ${place.top - top - lift}px`
  stack.toggleAttribute('data-covers', !place.isFree)
}

const firstSeen = new WeakMap<Element, number>()

/** No place is theirs yet: the dialog from which they came may still be leaving. */
function areNew(stack: HTMLElement): boolean {
  const now = performance.now()
  const ages = [...stack.querySelectorAll('[data-toast]')].map((toast) => {
    const seenAt = firstSeen.get(toast) ?? now
    firstSeen.set(toast, seenAt)
    return now - seenAt
  })
  return Math.max(...ages) < SETTLE_MS
}

/** A phone's keyboard leaves less. */
function visibleBottom(): number {
  const { visualViewport } = window
  return visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight
}

/** Of what is there now: not what is behind a dialog, or scrolled below a bar. */
function spansBetween(left: number, right: number, stack: HTMLElement, selector: string): Span[] {
  const spans: Span[] = []
  for (const element of document.querySelectorAll(selector)) {
    const box = element.getBoundingClientRect()
    const isBeside = box.right <= left || box.left >= right || box.width * box.height <= 1
    if (isBeside || box.bottom <= 0 || box.top >= innerHeight || stack.contains(element)) continue
    const hit = document.elementFromPoint(
      between(0, (box.left + box.right) / 2, innerWidth - 1),
      between(0, (box.top + box.bottom) / 2, innerHeight - 1),
    )
    if (hit && !element.contains(hit) && !stack.contains(hit)) continue
    spans.push({ top: box.top - CLEAR_BY_PX, bottom: box.bottom + CLEAR_BY_PX })
  }
  return spans
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
