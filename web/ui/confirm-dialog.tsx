import { lazyChunk } from '../platform/lazy-chunk.ts'
import type { ConfirmDialogProps } from './confirm-overlay.tsx'
import { LazyDialog } from './lazy-dialog.tsx'
import { loadOverlays } from './load-overlays.ts'

const ConfirmOverlay = lazyChunk(loadOverlays, 'ConfirmOverlay')

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <LazyDialog isOpen={props.isOpen} onClose={props.onClose}>
      <ConfirmOverlay {...props} />
    </LazyDialog>
  )
}
