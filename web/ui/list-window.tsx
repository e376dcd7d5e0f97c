import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

// Of a long list only what is near the screen is drawn. What is not keeps its place, by the height
// it had when it was, and its words, for the browser's search in the page to find.

/** Rows that are drawn together; each is one element. */
interface ListGroup {
  /** The same for as long as the group is in the list. */
  key: string
  size: number
}

/** What groups took when they were last drawn, by their keys; heights in px. */
export type GroupHeights = Map<string, { size: number; height: number }>

interface ListWindowOptions {
  /** The element whose children are the rows, and nothing else. */
  list: RefObject<HTMLElement | null>
  groups: readonly ListGroup[]
  /** Filled here. Who keeps it finds the list as it was, however far down that was. */
  heights: GroupHeights
  /** Keys of groups that are drawn wherever the reader is. */
  kept?: readonly (string | undefined)[]
  /** Given: what scrolls, when the browser does not hold what is read in its place by itself. */
  scroller?: RefObject<HTMLElement | null>
}

export interface ListWindow {
  /** Of a group that is not drawn, its height in px; undefined for one that is. */
  undrawnHeight: (group: ListGroup) => number | undefined
  draw: (key: string) => void
}

/** So few rows are always drawn. */
const ALWAYS_DRAWN = 30
/** In heights of the window, around it: what is nearer is drawn; what is farther no longer. */
const DRAWN_WITHIN = 0.75
const UNDRAWN_BEYOND = 1.25

/** A group is drawn once before it can be left out, and stays while focused or selected. */
export function useListWindow(options: ListWindowOptions): ListWindow {
  const { list, groups, heights } = options
  const [undrawn, setUndrawn] = useState(() => measuredOf(groups, heights))
  function undrawnHeight({ key, size }: ListGroup): number | undefined {
    const measured = undrawn.get(key)
    // Of another size, it has to be measured again.
    return measured?.size === size ? measured.height : undefined
  }

  const update = useEffectEvent((apply: (next: GroupHeights) => void) => {
    // Of so few none is left out: to look where they are would have the browser lay out the page.
    if (!list.current || (undrawn.size === 0 && countOf(groups) <= ALWAYS_DRAWN)) return
    const places = placesOf(list.current, groups, (group) => undrawnHeight(group) === undefined)
    for (const { key, size, isDrawn, top, bottom } of places)
      if (isDrawn && bottom > top) heights.set(key, { size, height: bottom - top })
    const next = measuredOf(farGroups(list.current, places, options.kept), heights)
    if (!isSame(next, undrawn)) apply(next)
  })
  const updateOnScroll = useEffectEvent(() =>
    update((next) =>
      holdingPlace(options, () => {
        // Before the next paint, or a fast scroll would show gaps.
        flushSync(() => setUndrawn(next))
      }),
    ),
  )
  useLayoutEffect(() => update(setUndrawn), [])
  const shape = groups.map(({ key, size }) => `${key}:${size}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other groups are in other places
  useEffect(() => update(setUndrawn), [shape])
  useEffect(() => {
    const listener = () => updateOnScroll()
    // While it is caught, so that it is heard of whatever scrolls around the list.
    document.addEventListener('scroll', listener, { capture: true, passive: true })
    window.addEventListener('resize', listener)
    return () => {
      document.removeEventListener('scroll', listener, { capture: true })
      window.removeEventListener('resize', listener)
    }
  }, [])

  return {
    undrawnHeight,
    draw: (key) => flushSync(() => setUndrawn((before) => without(key, before))),
  }
}

/** In place of a group that is not drawn. */
export function UndrawnRows({ height, text }: { height: number; text: string }) {
  return (
    <li ref={hideUntilFound} style={{ height }} className="overflow-clip whitespace-pre-line">
      {text}
    </li>
  )
}

/**
 * React knows only `hidden`; a browser that knows no other value either would take the place away.
 */
function hideUntilFound(element: HTMLElement | null): void {
  if (!element) return
  if (document.body.onbeforematch !== undefined) element.setAttribute('hidden', 'until-found')
  else element.replaceChildren()
}

interface Place extends ListGroup {
  isDrawn: boolean
  rows: Element[]
  /** In px from the window's upper edge. */
  top: number
  bottom: number
}

function placesOf(
  list: HTMLElement,
  groups: readonly ListGroup[],
  isDrawn: (group: ListGroup) => boolean,
): Place[] {
  const elements = [...list.children]
  let from = 0
  return groups.flatMap((group) => {
    const drawn = isDrawn(group)
    const rows = elements.slice(from, from + (drawn ? group.size : 1))
    from += rows.length
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return []
    const { top } = first.getBoundingClientRect()
    const { bottom } = last.getBoundingClientRect()
    return [{ ...group, isDrawn: drawn, rows, top, bottom }]
  })
}

/** What need not be drawn. */
function farGroups(
  list: HTMLElement,
  places: readonly Place[],
  kept: ListWindowOptions['kept'] = [],
): ListGroup[] {
  if (countOf(places) <= ALWAYS_DRAWN) return []
  const focused = places.findIndex(({ rows }) => rows.some((row) => row.contains(focusIn(list))))
  const selection = selectedRange()
  return places.filter(({ key, isDrawn, rows, top, bottom }, index) => {
    const within = innerHeight * (isDrawn ? UNDRAWN_BEYOND : DRAWN_WITHIN)
    if (bottom > -within && top < innerHeight + within) return false
    // With its neighbours, so that the keyboard finds the way on.
    if (focused >= 0 && Math.abs(index - focused) <= 1) return false
    return !kept.includes(key) && !(isDrawn && rows.some((row) => selection?.intersectsNode(row)))
  })
}

function countOf(groups: readonly ListGroup[]): number {
  return groups.reduce((sum, { size }) => sum + size, 0)
}

function focusIn(list: HTMLElement): Element | null {
  return list.contains(document.activeElement) ? document.activeElement : null
}

function selectedRange(): Range | undefined {
  const selection = getSelection()
  return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined
}

/** A group that comes back may be higher or lower by now: what is read stays where it is. */
function holdingPlace({ list, scroller }: ListWindowOptions, change: () => void): void {
  const scrolled = scroller?.current ?? (holdsByItself() ? null : document.scrollingElement)
  const anchor = scrolled && [...(list.current?.children ?? [])].find(isInView)
  const before = anchor?.getBoundingClientRect().top
  change()
  if (!scrolled || !anchor?.isConnected || before === undefined) return
  const moved = anchor.getBoundingClientRect().top - before
  if (moved !== 0) scrolled.scrollTop += moved
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

function holdsByItself(): boolean {
  return CSS.supports('overflow-anchor', 'auto')
}

function measuredOf(groups: readonly ListGroup[], heights: GroupHeights): GroupHeights {
  return new Map(
    groups.flatMap(({ key, size }) => {
      const measured = heights.get(key)
      return measured?.size === size ? [[key, measured]] : []
    }),
  )
}

function isSame(one: GroupHeights, other: GroupHeights): boolean {
  if (one.size !== other.size) return false
  return [...one].every(([key, { size }]) => other.get(key)?.size === size)
}

function without(key: string, undrawn: GroupHeights): GroupHeights {
  if (!undrawn.has(key)) return undrawn
  const rest = new Map(undrawn)
  rest.delete(key)
  return rest
}
