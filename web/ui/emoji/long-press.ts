import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react'

const LONG_PRESS_MS = 500

/** For touch, which cannot hover: handlers that call `act` on a long press, which is no click. */
export function useLongPress(act: (pressed: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTouched = useRef(false)
  const isLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown({ pointerType, currentTarget }: PointerEvent) {
      isLong.current = false
      isTouched.current = pointerType === 'touch'
      if (!isTouched.current) return
      timer.current = setTimeout(() => {
        isLong.current = true
        act(currentTarget)
      }, LONG_PRESS_MS)
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onTouchEnd(event: TouchEvent) {
      // What has opened stands below the finger by now: its release must press nothing there.
      if (isLong.current && event.cancelable) event.preventDefault()
    },
    onContextMenu(event: MouseEvent) {
      if (isTouched.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      if (isLong.current) event.stopPropagation()
      isLong.current = false
    },
  }
}
