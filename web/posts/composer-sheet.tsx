import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ComposerForm } from './composer-form.tsx'
import { useComposer } from './use-composer.ts'

interface ComposerSheetProps {
  isOpen: boolean
  /** What is written stays a draft, its picture too. */
  onClose: () => void
  onPosted: () => void
}

/** The composer over the place where the wish to say something came up. */
export function ComposerSheet({ isOpen, onClose, onPosted }: ComposerSheetProps) {
  return (
    <Dialog title="Create Post" isOpen={isOpen} onClose={onClose} size="large">
      <SheetForm onClose={onClose} onPosted={onPosted} />
    </Dialog>
  )
}

function SheetForm({ onClose, onPosted }: Omit<ComposerSheetProps, 'isOpen'>) {
  const composer = useComposer('')
  const { status } = composer
  const end = useEffectEvent(() => {
    if (status === 'sent') onPosted()
    // What waits for a network stands on Home, and says so.
    if (status === 'sent' || status === 'waiting') onClose()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once
  useEffect(() => end(), [status])
  return <ComposerForm composer={composer} question="What would you like to share?" />
}
