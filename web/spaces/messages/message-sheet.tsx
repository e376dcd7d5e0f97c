import {
  Ban,
  BellOff,
  CircleUserRound,
  Flag,
  Pencil,
  Pin,
  PinOff,
  Reply,
  ShieldX,
  SmilePlus,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { paths } from '../../app/paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { AvailableActions } from './available-actions.ts'
import { messageTextOf } from './message-text.ts'
import { type MessageToolbarProps, pinLabel, QuickReactions } from './message-toolbar.tsx'

interface MessageSheetProps extends Pick<MessageToolbarProps, 'onReact'> {
  /** The message in question; none, and the sheet is closed. */
  message: SpaceMessage | undefined
  availableActions: (message: SpaceMessage) => AvailableActions
  onClose: () => void
}

/** What can be done to a message, where there is no room for a bar beside it. */
export function MessageSheet(props: MessageSheetProps) {
  const { message: current, availableActions, onReact, onClose } = props
  const [message, setMessage] = useState(current)
  // While the sheet leaves the screen it still shows what it was about.
  if (current && current !== message) setMessage(current)
  if (!message) return null
  const acts = availableActions(message)
  const closing = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Dialog
      isOpen={current !== undefined}
      onClose={onClose}
      title="Message actions"
      description={
        <span dir="auto" className="wrap-anywhere line-clamp-2">
          {messageTextOf(message)}
        </span>
      }
    >
      <div className="-mx-1 flex justify-between pb-2">
        <QuickReactions
          message={message}
          onReact={(emoji, isGiven) => closing(() => onReact(emoji, isGiven))()}
        />
      </div>
      <ul className="-mx-2 flex flex-col">
        <Act icon={<SmilePlus />} label="More reactions" onClick={closing(acts.onMore)} />
        {acts.onReply && <Act icon={<Reply />} label="Reply" onClick={closing(acts.onReply)} />}
        {acts.onReactors && (
          <Act icon={<UsersRound />} label="Who reacted" onClick={closing(acts.onReactors)} />
        )}
        {acts.onEdit && (
          <Act icon={<Pencil />} label="Edit message" onClick={closing(acts.onEdit)} />
        )}
        {acts.onDelete && (
          <Act icon={<Trash2 />} label="Delete message" onClick={closing(acts.onDelete)} />
        )}
        {acts.onPin && (
          <Act
            icon={message.isPinned ? <PinOff /> : <Pin />}
            label={pinLabel(message)}
            onClick={closing(acts.onPin)}
          />
        )}
        {acts.personId && <ProfileLink id={acts.personId} />}
        {acts.onReport && <Act icon={<Flag />} label="Report" onClick={closing(acts.onReport)} />}
        {acts.onMute && <Act icon={<BellOff />} label="Mute" onClick={closing(acts.onMute)} />}
        {acts.onBlock && <Act icon={<Ban />} label="Block" onClick={closing(acts.onBlock)} />}
        {acts.onRemove && (
          <Act icon={<ShieldX />} label="Remove message" onClick={closing(acts.onRemove)} />
        )}
      </ul>
    </Dialog>
  )
}

const ACT_CLASSES =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-start transition-colors duration-150 hover:bg-surface-hover [&_svg]:size-5'

/** It takes the sheet's place in the history. */
function ProfileLink({ id }: { id: string }) {
  return (
    <li>
      <Link to={generatePath(paths.member, { id })} replace className={ACT_CLASSES}>
        <CircleUserRound />
        View profile
      </Link>
    </li>
  )
}

interface ActProps {
  icon: ReactNode
  label: string
  onClick: () => void
}

function Act({ icon, label, onClick }: ActProps) {
  return (
    <li>
      <button type="button" onClick={onClick} className={ACT_CLASSES}>
        {icon}
        {label}
      </button>
    </li>
  )
}
