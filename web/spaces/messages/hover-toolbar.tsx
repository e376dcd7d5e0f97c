import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { useUser } from '../../app/session.tsx'
import { type AskAct, availableActions } from './available-actions.ts'
import type { MessageActions } from './message-actions.ts'
import { MessageToolbar, NarrowToolbar } from './message-toolbar.tsx'
import type { Editing } from './use-editing.ts'

interface HoverToolbarProps {
  message: SpaceMessage
  isMine: boolean
  canDelete: boolean
  canPin: boolean
  isNarrow: boolean
  actions: MessageActions
  editing: Editing
  onAsk: AskAct
}

/** Beside the message one points at, or that has the focus. */
export function HoverToolbar({
  message,
  isMine,
  canDelete,
  canPin,
  isNarrow,
  actions,
  editing,
  onAsk,
}: HoverToolbarProps) {
  const { isAdmin: canModerate } = useUser()
  const openAll = () => onAsk('sheet', message)
  if (isNarrow) return <NarrowToolbar onOpen={openAll} />
  return (
    <MessageToolbar
      message={message}
      onOpen={openAll}
      onReact={(emoji, isGiven) => actions.react(message, emoji, isGiven)}
      {...availableActions(message, { isMine, canDelete, canModerate, canPin }, onAsk, {
        reply: editing.reply && (() => editing.reply?.(message)),
        edit: () => editing.start(message._id),
        pin: () => actions.pin(message, !message.isPinned),
      })}
    />
  )
}
