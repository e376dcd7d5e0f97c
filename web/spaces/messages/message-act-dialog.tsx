import { Suspense } from 'react'
import type { SafetyPerson } from '../../app/safety/api.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'

const BlockDialog = lazyChunk(() => import('../../app/safety/block-dialog.tsx'), 'BlockDialog')
const MuteDialog = lazyChunk(() => import('../../app/safety/mute-dialog.tsx'), 'MuteDialog')
const ReportDialog = lazyChunk(() => import('../../app/safety/report-dialog.tsx'), 'ReportDialog')
const ModerationDialog = lazyChunk(
  () => import('../../app/moderation/moderation-dialog.tsx'),
  'ModerationDialog',
)

/** What can be done about somebody else's message, and about them. */
export type MessageAct =
  | { kind: 'mute' | 'block'; person: SafetyPerson }
  | { kind: 'report' | 'remove'; person: SafetyPerson; messageId: string }

interface MessageActDialogProps {
  act: MessageAct
  onClose: () => void
}

/** Asks first. Each question is fetched when it is needed. */
export function MessageActDialog({ act, onClose }: MessageActDialogProps) {
  const { person } = act
  return (
    <Suspense>
      {act.kind === 'mute' && <MuteDialog person={person} onClose={onClose} />}
      {act.kind === 'block' && <BlockDialog person={person} onClose={onClose} />}
      {act.kind === 'report' && (
        <ReportDialog
          person={person}
          thing={{ kind: 'message', id: act.messageId }}
          onClose={onClose}
        />
      )}
      {act.kind === 'remove' && (
        <ModerationDialog
          action={{ kind: 'message', id: act.messageId, name: person.username }}
          ownerId={person._id}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
