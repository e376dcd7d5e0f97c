import { Suspense, useState } from 'react'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { formatExactTime } from '../ui/relative-time-format.ts'
import type { EditedPlace } from './edits-api.ts'

const VersionsDialog = lazyChunk(() => import('./versions-dialog.tsx'), 'VersionsDialog')

interface EditedMarkProps {
  place: EditedPlace
  editedAt: string | null
}

/** Says that the words were others before; a press shows them. */
export function EditedMark({ place, editedAt }: EditedMarkProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (editedAt === null) return null
  return (
    <>
      <span aria-hidden>·</span>
      <button
        type="button"
        title={formatExactTime(editedAt)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="relative inline-flex min-h-6 items-center after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline"
      >
        edited
      </button>
      {isOpen && (
        <Suspense>
          <VersionsDialog place={place} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
