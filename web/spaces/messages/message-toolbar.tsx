import { Ellipsis, Pencil, Pin, PinOff, Reply, SmilePlus, Trash2, UsersRound } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { QUICK_EMOJIS } from '../../../contract/reactions.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { useUser } from '../../app/session.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { usePreservedFocus } from '../../ui/preserved-focus.ts'
import { moveAmongButtons } from '../../ui/roving-focus.ts'
import type { AvailableActions } from './available-actions.ts'

export interface MessageToolbarProps extends AvailableActions {
  message: SpaceMessage
  onReact: (emoji: string, isGiven: boolean) => void
  /** To all that can be done, with what is rare and grave. */
  onOpen: () => void
}

/** Six reactions at hand, all there are behind one more press, and what is done often. */
export function MessageToolbar(props: MessageToolbarProps) {
  const { message, onReact, onMore, onReply, onEdit, onDelete } = props
  const { onPin, onOpen } = props
  const bar = useOneTabStop()
  const hasMore = props.onReport || props.onMute || props.onBlock || props.onRemove
  return (
    <div role="toolbar" aria-label="Message actions" className={BAR_CLASSES} {...bar}>
      <QuickReactions message={message} onReact={onReact} />
      <IconButton label="More reactions" icon={<SmilePlus />} onClick={onMore} />
      {onReply && <IconButton label="Reply" icon={<Reply />} onClick={onReply} />}
      {props.onReactors && (
        <IconButton label="Who reacted" icon={<UsersRound />} onClick={props.onReactors} />
      )}
      {onEdit && <IconButton label="Edit message" icon={<Pencil />} onClick={onEdit} />}
      {onDelete && <IconButton label="Delete message" icon={<Trash2 />} onClick={onDelete} />}
      {onPin && (
        <IconButton
          label={pinLabel(message)}
          icon={message.isPinned ? <PinOff /> : <Pin />}
          onClick={onPin}
        />
      )}
      {hasMore && <MoreButton onOpen={onOpen} />}
    </div>
  )
}

/**
 * Tab stops at the button that had the focus last, else at the first; one that goes with the focus
 * in it hands that on.
 */
function useOneTabStop() {
  const { ref, onFocus, onBlur, onClickCapture } = usePreservedFocus()
  const stop = useRef<HTMLButtonElement>(undefined)
  function mark() {
    const buttons = [...(ref.current?.querySelectorAll('button') ?? [])]
    const focused = buttons.find((button) => button === document.activeElement)
    const last = buttons.find((button) => button === stop.current)
    stop.current = focused ?? last ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop.current ? 0 : -1
  }
  useLayoutEffect(mark)
  function handleFocus() {
    onFocus()
    mark()
  }
  return { ref, onFocus: handleFocus, onBlur, onClickCapture, onKeyDown: moveAmongButtons }
}

export function pinLabel({ isPinned }: SpaceMessage): string {
  return isPinned ? 'Unpin message' : 'Pin message'
}

/** All of it behind one press, where there is no room for more. */
export function NarrowToolbar({ onOpen }: { onOpen: () => void }) {
  return (
    <div role="toolbar" aria-label="Message actions" className={BAR_CLASSES}>
      <MoreButton onOpen={onOpen} />
    </div>
  )
}

function MoreButton({ onOpen }: { onOpen: () => void }) {
  return <IconButton label="What can be done" icon={<Ellipsis />} onClick={onOpen} />
}

// Above the message, at its end: there the one before has its last line at most, never its name.
const BAR_CLASSES =
  'absolute end-0 bottom-full z-10 flex translate-y-1 rounded-card border border-line bg-surface-raised p-0.5 shadow-floating'

export function QuickReactions({
  message,
  onReact,
}: Pick<MessageToolbarProps, 'message' | 'onReact'>) {
  const { _id: viewerId } = useUser()
  return QUICK_EMOJIS.map((emoji) => {
    const isMine = message.reactions.some((each) => each.emoji === emoji && each.user === viewerId)
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
  })
}
