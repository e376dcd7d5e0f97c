import type { AdminActEntry } from '../../contract/admin.ts'
import { MESSAGES, type UndoableKind } from '../../contract/removal.ts'
import { Button } from '../ui/button.tsx'
import { ImageThumbnails } from '../ui/image-thumbnail.tsx'
import { useAdminAct } from './moderation-api.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Removed = NonNullable<AdminActEntry['removed']>

interface RemovedThingProps {
  removed: Removed
  onUndo: (kind: UndoableKind) => void
}

/** What was taken away or changed, as long as that can be undone, and how. */
export function RemovedThing({ removed, onUndo }: RemovedThingProps) {
  const { text, images, kind, until } = removed
  const day = new Date(until).toLocaleDateString('en', { day: 'numeric', month: 'long' })
  return (
    <div className="my-2 flex flex-col items-start gap-2 rounded-control border border-line bg-surface-raised px-3 py-2">
      {text && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
      <ImageThumbnails images={images} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
        <Button size="small" aria-label={`Undo: ${NAMES[kind]}`} onClick={() => onUndo(kind)}>
          Undo
        </Button>
        {kind === 'community'
          ? `So it was before. The change can be undone until ${day}.`
          : `Nobody else sees it. It is really deleted on ${day}.`}
      </p>
    </div>
  )
}

interface UndoDialogProps {
  act: AdminActEntry
  kind: UndoableKind
  onClose: () => void
}

export function UndoDialog({ act: { _id: actId, memberNumber }, kind, onClose }: UndoDialogProps) {
  const { mutateAsync } = useAdminAct()
  const who = kind === 'space' ? 'Its members are' : `Member number ${memberNumber} is`
  const question =
    kind === 'community'
      ? {
          sentence: 'Undo this change?',
          details: 'Everybody sees it as it was before. Who changed it is told, with your words.',
          label: 'Why it is undone',
          confirmLabel: 'Undo it',
        }
      : {
          sentence: `Give ${NAMES[kind]} back?`,
          details: `It is there again for everybody who saw it before. ${who} told, with your words.`,
          label: 'Why it is there again',
          confirmLabel: 'Give back',
        }
  return (
    <ReasonDialog
      {...question}
      onConfirm={(text) => mutateAsync({ kind: 'undo', actId, text })}
      onClose={onClose}
      failed={MESSAGES.undoFailed}
    />
  )
}

const NAMES: Record<UndoableKind, string> = {
  post: 'the post',
  comment: 'the comment',
  message: 'the message',
  photo: 'the photo',
  profile: 'what they said of themself',
  space: 'the space',
  community: 'the change of the community',
}
