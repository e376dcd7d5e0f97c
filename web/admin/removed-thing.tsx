import type { AdminActEntry } from '../../contract/admin.ts'
import { MESSAGES } from '../../contract/removal.ts'
import { Button } from '../ui/button.tsx'
import { ImageThumbnails } from '../ui/image-thumbnail.tsx'
import { useAdminAct } from './moderation-api.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Removed = NonNullable<AdminActEntry['removed']>
export type UndoableKind = Removed['kind']

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
        {untilWhen(kind, day)}
      </p>
    </div>
  )
}

function untilWhen(kind: UndoableKind, day: string): string {
  if (kind === 'community') return `So it was before. The change can be undone until ${day}.`
  if (isDecision(kind)) return `This is what was reported. The decision can be undone until ${day}.`
  return `Nobody else sees it. It is really deleted on ${day}.`
}

function isDecision(kind: UndoableKind): kind is 'dismissal' | 'warning' {
  return kind === 'dismissal' || kind === 'warning'
}

interface UndoDialogProps {
  act: AdminActEntry
  kind: UndoableKind
  onClose: () => void
}

export function UndoDialog({ act: { _id: actId, memberNumber }, kind, onClose }: UndoDialogProps) {
  const { mutateAsync } = useAdminAct()
  return (
    <ReasonDialog
      {...questionOf(kind, memberNumber)}
      onConfirm={(text) => mutateAsync({ kind: 'undo', actId, text })}
      onClose={onClose}
      failed={MESSAGES.undoFailed}
    />
  )
}

function questionOf(kind: UndoableKind, memberNumber: number) {
  const member = `Member number ${memberNumber} is`
  if (kind === 'community')
    return {
      sentence: 'Undo this change?',
      details: 'Everybody sees it as it was before. Who changed it is told, with your words.',
      label: 'Why it is undone',
      confirmLabel: 'Undo it',
    }
  if (isDecision(kind))
    return {
      sentence: `Undo this ${kind}?`,
      details: `What was reported waits to be looked at again. ${kind === 'warning' ? `${member} told that it is undone, with your words` : 'Nobody is told'}.`,
      label: kind === 'warning' ? 'Why it is undone' : 'Why? It is kept in the log.',
      confirmLabel: 'Undo it',
    }
  return {
    sentence: `Give ${NAMES[kind]} back?`,
    details: `It is there again for everybody who saw it before. ${kind === 'space' ? 'Its members are' : member} told, with your words.`,
    label: 'Why it is there again',
    confirmLabel: 'Give back',
  }
}

const NAMES: Record<UndoableKind, string> = {
  post: 'the post',
  comment: 'the comment',
  message: 'the message',
  photo: 'the photo',
  profile: 'what they said of themself',
  space: 'the space',
  community: 'the change of the community',
  dismissal: 'the dismissal',
  warning: 'the warning',
}
