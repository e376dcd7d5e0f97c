import { useEffect } from 'react'
import { keepLostFocus } from '../ui/lost-focus.ts'

/**
 * What had the focus may go with its own press, and Tab would begin at the top of the page: then
 * the nearest of what it stood in that can have the focus has it.
 */
export function useFocusGuard(): void {
  useEffect(() => {
    /** What has the focus and all that it stands in, from within. */
    let path: readonly Node[] = []
    const note = (event: Event) => {
      path = event.composedPath() as Node[]
    }
    // Who pressed beside everything has let go of it; what is gone with its press is no longer
    // there.
    const forget = () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && path[0]?.isConnected) path = []
      })
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || path[0]?.isConnected !== false) return
      const left = path
      const nothing: readonly Node[] = []
      path = nothing
      // Whoever knows better hands it on within one frame; what is lost then is another matter.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => path === nothing && keepLostFocus(left)),
      )
    })
    addEventListener('focusin', note)
    addEventListener('focusout', forget)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', note)
      removeEventListener('focusout', forget)
      observer.disconnect()
    }
  }, [])
}
