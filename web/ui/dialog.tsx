import { lazyChunk } from '../platform/lazy-chunk.ts'
import type { DialogProps } from './dialog-overlay.tsx'
import { LazyDialog } from './lazy-dialog.tsx'
import { loadOverlays } from './load-overlays.ts'

const DialogOverlay = lazyChunk(loadOverlays, 'DialogOverlay')

/** On phones a sheet. Focus returns where it came from, or to the page's content. */
export function Dialog(props: DialogProps) {
  return (
    <LazyDialog isOpen={props.isOpen} onClose={props.onClose}>
      <DialogOverlay {...props} />
    </LazyDialog>
  )
}
