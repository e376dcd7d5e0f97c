import { type PointerEvent, type RefObject, useRef } from 'react'

/** A sheet is a sheet up to here; beyond it is a card. */
const SHEET = '(width < 40rem)'
const FAR_PX = 96
/** A flick counts before it has come far. */
const FLICK = { px: 24, withinMs: 250 }
/** By then a sheet that closes is gone, and one that has to stay comes back. */
const GONE_AFTER_MS = 300

/**
 * Handlers for the head of a sheet: pulled down by touch, the sheet follows the finger and closes.
 */
export function useSwipeDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const from = useRef<{ y: number; at: number }>(null)

  function place(translate: string, isFollowing: boolean) {
    if (!sheet.current) return
    sheet.current.style.translate = translate
    sheet.current.style.transitionDuration = isFollowing ? '0s' : ''
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'touch' || !window.matchMedia?.(SHEET).matches) return
      if ((event.target as Element).closest('button')) return
      from.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (from.current) place(`0 ${Math.max(0, event.clientY - from.current.y)}px`, true)
    },
    onPointerUp(event: PointerEvent) {
      if (!from.current) return
      const px = event.clientY - from.current.y
      const isFlick = px > FLICK.px && event.timeStamp - from.current.at < FLICK.withinMs
      from.current = null
      if (px <= FAR_PX && !isFlick) return place('', false)
      place('0 100%', false)
      onClose()
      setTimeout(() => place('', false), GONE_AFTER_MS)
    },
    onPointerCancel() {
      from.current = null
      place('', false)
    },
  }
}
