import { cloneElement, Suspense } from 'react'
import { lazyChunk, useWasOpened } from '../platform/lazy-chunk.ts'
import { loadOverlays, useOverlays } from './load-overlays.ts'
import type { PopoverProps } from './popover-overlay.tsx'

const PopoverOverlay = lazyChunk(loadOverlays, 'PopoverOverlay')

/** A small panel beside its button, for touch as well as for the mouse. */
export function Popover(props: PopoverProps) {
  const { trigger, isOpen, onOpenChange } = props
  const wasOpened = useWasOpened(isOpen)
  if (useOverlays(wasOpened))
    return (
      <Suspense>
        <PopoverOverlay {...props} />
      </Suspense>
    )
  return cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onClick: () => onOpenChange(!isOpen),
  })
}
