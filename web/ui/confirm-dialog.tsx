import { Suspense } from 'react'
import { lazyChunk, useWasOpened } from '../platform/lazy-chunk.ts'
import type { ConfirmDialogProps } from './confirm-overlay.tsx'
import { loadOverlays } from './load-overlays.ts'

const ConfirmOverlay = lazyChunk(loadOverlays, 'ConfirmOverlay')

/** Asks before an act that cannot be taken back, and carries the act out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    useWasOpened(props.isOpen) && (
      <Suspense>
        <ConfirmOverlay {...props} />
      </Suspense>
    )
  )
}
