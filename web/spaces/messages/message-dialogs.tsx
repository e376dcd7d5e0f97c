import { type RefObject, Suspense } from 'react'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import { useUser } from '../../app/session.tsx'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmojiDialog } from '../../ui/emoji/emoji-dialog.tsx'
import { type AskAct, type AskedAct, availableActions } from './available-actions.ts'
import type { MessageAct } from './message-act-dialog.tsx'
import type { MessageActions } from './message-actions.ts'
import type { Editing } from './use-editing.ts'

const ReactorsDialog = lazyChunk(() => import('./reactors-dialog.tsx'), 'ReactorsDialog')
const MessageActDialog = lazyChunk(() => import('./message-act-dialog.tsx'), 'MessageActDialog')
const MessageSheet = lazyChunk(() => import('./message-sheet.tsx'), 'MessageSheet')

export interface Asked {
  act: AskedAct
  message: SpaceMessage
}

interface MessageDialogsProps {
  asked: Asked | undefined
  onAsk: AskAct
  onClose: () => void
  space: Space
  actions: MessageActions
  editing: Editing
  composer: RefObject<HTMLElement | null>
  canPin: boolean
  isDirect: boolean
}

/** The dialogs about one message, of which one is open at a time. */
export function MessageDialogs(props: MessageDialogsProps) {
  const { asked, onAsk, onClose, space, actions, editing, composer, canPin, isDirect } = props
  const { _id: viewerId, isAdmin } = useUser()
  const about = (act: AskedAct) => (asked?.act === act ? asked.message : undefined)
  const [chosen, picksFor] = [about('sheet'), about('react')]
  const isMine = chosen?.user?._id === viewerId
  // Of a conversation, what somebody in it reported is for administrators, and nothing else.
  const canModerate = isAdmin && !isDirect
  const standing = { isMine, canDelete: isMine || space.isAdmin, canModerate, canPin }
  const act = asked && actAbout(asked)
  return (
    <>
      <Suspense>
        <MessageSheet
          message={chosen}
          onClose={onClose}
          availableActions={(message) =>
            availableActions(message, standing, onAsk, {
              reply: editing.reply && (() => editing.reply?.(message)),
              edit: () => editing.start(message._id),
              pin: () => actions.pin(message, !message.isPinned),
            })
          }
          onReact={(emoji, isGiven) => chosen && actions.react(chosen, emoji, isGiven)}
        />
      </Suspense>
      <EmojiDialog
        title="Add a reaction"
        isOpen={picksFor !== undefined}
        onClose={onClose}
        onChoose={(emoji) => picksFor && actions.react(picksFor, emoji, true)}
      />
      <DeleteMessageDialog
        message={about('delete')}
        onConfirmed={actions.remove}
        onClose={onClose}
        returnFocus={() => composer.current}
      />
      <Suspense>
        {asked?.act === 'reactors' && (
          <ReactorsDialog roomId={space._id} message={asked.message} onClose={onClose} />
        )}
        {act && <MessageActDialog act={act} onClose={onClose} />}
      </Suspense>
    </>
  )
}

function actAbout({ act: kind, message }: Asked): MessageAct | undefined {
  const { user: person, _id: messageId } = message
  if (!person) return undefined
  if (kind === 'mute' || kind === 'block') return { kind, person }
  return kind === 'report' || kind === 'remove' ? { kind, person, messageId } : undefined
}

interface DeleteMessageDialogProps {
  /** The message in question; none, and the dialog is closed. */
  message: SpaceMessage | undefined
  onConfirmed: (message: SpaceMessage) => void
  onClose: () => void
  returnFocus: () => HTMLElement | null
}

function DeleteMessageDialog(props: DeleteMessageDialogProps) {
  const { message, onConfirmed, onClose, returnFocus } = props
  return (
    <ConfirmDialog
      isOpen={message !== undefined}
      onClose={onClose}
      returnFocus={returnFocus}
      sentence="Delete this message?"
      confirmLabel="Delete"
      isDanger
      onConfirm={async () => {
        if (message) onConfirmed(message)
      }}
      describeError={() => MESSAGES.deleteMessageFailed}
    />
  )
}
