/**
 * Puts a list in another order by dragging its items at a handle, with mouse, pen or finger. While
 * it lasts the items only look moved: the list itself stays as it is until the item is let go, so
 * that the pointer never loses what it holds.
 */
import { type PointerEvent, type RefObject, useState } from 'react'

interface Drag {
  /** The list that is dragged in: once there is another one, the drag is over. */
  items: readonly unknown[]
  /** The item was not let go yet. */
  isHeld: boolean
  from: number
  to: number
  /** How far the item was dragged down, in pixels. */
  distance: number
  /** Where the pointer went down, on the page. */
  startY: number
  /** The items as they stood then. */
  boxes: { top: number; height: number }[]
}

export interface DraggedItem {
  isUnderway: boolean
  isDragged: boolean
  /** How far down to draw the item, in pixels. */
  offset: number
  handle: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  items: readonly unknown[],
  onDrop: (from: number, to: number) => void,
) {
  const [latest, setDrag] = useState<Drag>()
  const drag = latest?.items === items ? latest : undefined

  function start(event: PointerEvent, from: number) {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const boxes = Array.from(list.current.children, (item) => item.getBoundingClientRect())
    const startY = event.clientY + window.scrollY
    setDrag({ items, isHeld: true, from, to: from, distance: 0, startY, boxes })
  }

  function follow(event: PointerEvent) {
    if (!drag?.isHeld) return
    const distance = event.clientY + window.scrollY - drag.startY
    setDrag({ ...drag, distance, to: placeFor(drag, distance) })
  }

  function drop() {
    if (!drag?.isHeld) return
    if (drag.to === drag.from) return setDrag(undefined)
    // It stays where it was let go until the list has its new order.
    setDrag({ ...drag, isHeld: false })
    onDrop(drag.from, drag.to)
  }

  return {
    of: (index: number): DraggedItem => ({
      isUnderway: drag !== undefined,
      isDragged: drag?.from === index,
      offset: drag ? offsetOf(drag, index) : 0,
      handle: {
        onPointerDown: (event) => start(event, index),
        onPointerMove: follow,
        onPointerUp: drop,
        onPointerCancel: () => setDrag(undefined),
      },
    }),
  }
}

/** After all those whose middle the dragged item's middle has passed. */
function placeFor({ from, boxes }: Drag, distance: number): number {
  const own = boxes[from]
  if (!own) return from
  const middle = own.top + own.height / 2 + distance
  return boxes.filter(({ top, height }, index) => index !== from && top + height / 2 < middle)
    .length
}

/** The others make room by as much as the dragged item takes. */
function offsetOf({ from, to, distance, boxes }: Drag, index: number): number {
  if (index === from) return distance
  const [first, second] = [boxes[0], boxes[1]]
  const gap = first && second ? second.top - first.top - first.height : 0
  const room = (boxes[from]?.height ?? 0) + gap
  if (from < index && index <= to) return -room
  if (to <= index && index < from) return room
  return 0
}
