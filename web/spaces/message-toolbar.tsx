import { Ban, BellOff, Flag, Pencil, ShieldX, SmilePlus, Trash2 } from 'lucide-react'
import { QUICK_EMOJIS } from '../../contract/reactions.ts'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import { useUser } from '../app/session.tsx'
import { IconButton } from '../ui/icon-button.tsx'

interface MessageToolbarProps {
  message: SpaceMessage
  onReact: (emoji: string, isGiven: boolean) => void
  onMore: () => void
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  onReport: (() => void) | undefined
  onMute: (() => void) | undefined
  onBlock: (() => void) | undefined
  /** For administrators, where `onDelete` is not theirs. */
  onRemove: (() => void) | undefined
}

/** Six reactions at hand, all there are behind one more press, and what else can be done. */
export function MessageToolbar(props: MessageToolbarProps) {
  const { message, onReact, onMore, onEdit, onDelete } = props
  const { onReport, onMute, onBlock, onRemove } = props
  const { _id: viewerId } = useUser()
  return (
    <div
      role="toolbar"
      aria-label="Message actions"
      className="absolute end-0 bottom-full z-10 flex max-w-full translate-y-1 flex-wrap justify-end rounded-card border border-line bg-surface-raised p-0.5 shadow-floating"
    >
      {QUICK_EMOJIS.map((emoji) => {
        const isMine = message.reactions.some(
          (each) => each.emoji === emoji && each.user === viewerId,
        )
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isMine}
            onClick={() => onReact(emoji, !isMine)}
            className="flex size-11 items-center justify-center rounded-full text-xl leading-none transition-colors duration-150 hover:bg-surface-hover aria-pressed:bg-quiet-hover sm:size-9"
          >
            {emoji}
          </button>
        )
      })}
      <IconButton label="More reactions" icon={<SmilePlus />} onClick={onMore} />
      {onEdit && <IconButton label="Edit message" icon={<Pencil />} onClick={onEdit} />}
      {onDelete && <IconButton label="Delete message" icon={<Trash2 />} onClick={onDelete} />}
      {onReport && <IconButton label="Report" icon={<Flag />} onClick={onReport} />}
      {onMute && <IconButton label="Mute" icon={<BellOff />} onClick={onMute} />}
      {onBlock && <IconButton label="Block" icon={<Ban />} onClick={onBlock} />}
      {onRemove && <IconButton label="Remove message" icon={<ShieldX />} onClick={onRemove} />}
    </div>
  )
}
