import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect } from 'react'
import { useWasOpened } from '../platform/lazy-chunk.ts'

interface LazyDialogProps {
  isOpen: boolean
  onClose: () => void
  /** A dialog of a part that is fetched when it is first drawn. */
  children: ReactNode
}

/** Draws a dialog from its first opening on. While it is still being fetched, Esc calls it off. */
export function LazyDialog({ isOpen, onClose, children }: LazyDialogProps) {
  return (
    useWasOpened(isOpen) && (
      <Suspense fallback={isOpen && <Awaited onClose={onClose} />}>{children}</Suspense>
    )
  )
}

function Awaited({ onClose }: { onClose: () => void }): null {
  const callOff = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // It is not meant for what it would have opened over.
    event.stopPropagation()
    onClose()
  })
  // No press falls between the dialog and this: what it would call off is either awaited or there.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => callOff(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
  return null
}
