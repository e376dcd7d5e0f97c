import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * On arriving at another place, focus goes to its heading, so that it is read out and Tab starts
 * there.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const focusedFor = useRef(pathname)
  useEffect(() => {
    if (focusedFor.current === pathname) return
    focusedFor.current = pathname
    // What is behind an open dialog is not where somebody arrived, nor what a select chooses.
    if (document.querySelector('[role="dialog"]:not([data-closed]), select:focus')) return
    focusHeading()
  }, [pathname])
}

/** Also where what had the focus is gone for good, with nothing in its place. */
export function focusHeading(): void {
  focusableHeading()?.focus({ preventScroll: true })
}

export function focusableHeading(): HTMLElement | null {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (target) {
    target.tabIndex = -1
    target.style.outline = 'none'
  }
  return target
}
