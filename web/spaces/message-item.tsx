import clsx from 'clsx'
import { type FocusEvent, memo, useRef, useState } from 'react'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import { MentionedText } from '../app/mentions/mentioned-text.tsx'
import { useUser } from '../app/session.tsx'
import { MemberBadge } from '../profile/badge.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { useLongPress } from '../ui/emoji/long-press.ts'
import { formatClockTime, formatExactTime } from '../ui/relative-time-format.ts'
import { bubbleClasses } from './bubble-style.ts'
import type { MessageActions } from './message-actions.ts'
import { type AskAct, actsOn } from './message-acts.ts'
import { MessageEditor } from './message-editor.tsx'
import { MessageReactions } from './message-reactions.tsx'
import { MessageToolbar, NarrowToolbar } from './message-toolbar.tsx'
import type { Editing } from './use-editing.ts'

interface MessageItemProps {
  message: SpaceMessage
  isMine: boolean
  isGrouped: boolean
  isTabStop: boolean
  canDelete: boolean
  isEdited: boolean
  editing: Editing
  actions: MessageActions
  onFocusMessage: (message: SpaceMessage) => void
  /** There is no room for a bar: what can be done to the message stands in a sheet. */
  isNarrow: boolean
  onAsk: AskAct
}

/** One message. What can be done to it shows on hover, on focus and on a long press. */
export const MessageItem = memo(Message, isSameDrawing)

function Message(props: MessageItemProps) {
  const { message, isMine, isGrouped, isEdited, editing, actions } = props
  const [isActive, setIsActive] = useState(false)
  const item = useRef<HTMLLIElement>(null)

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setIsActive(false)
  }

  return (
    <li
      ref={item}
      data-message-id={message._id}
      tabIndex={props.isTabStop ? 0 : -1}
      onFocus={() => {
        props.onFocusMessage(message)
        setIsActive(true)
      }}
      onBlur={leave}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setIsActive(true)}
      onPointerLeave={({ pointerType, currentTarget }) => {
        const keepsFocus = currentTarget.contains(document.activeElement)
        if (pointerType !== 'touch' && !keepsFocus) setIsActive(false)
      }}
      className={clsx('relative flex gap-2.5 rounded-card', isGrouped ? 'pt-1' : 'pt-3')}
    >
      {!isMine && <Picture message={message} isGrouped={isGrouped} />}
      <div
        className={clsx('flex min-w-0 flex-1 flex-col gap-1', isMine ? 'items-end' : 'items-start')}
      >
        <Heading message={message} isMine={isMine} isGrouped={isGrouped} />
        {isEdited ? (
          <MessageEditor
            message={message}
            onSave={(content) => actions.edit(message, content)}
            onDone={editing.stop}
          />
        ) : (
          <Bubble
            message={message}
            isMine={isMine}
            onLongPress={() =>
              props.isNarrow ? props.onAsk('sheet', message) : item.current?.focus()
            }
          />
        )}
        <MessageReactions
          message={message}
          onReact={(emoji, isGiven) => actions.react(message, emoji, isGiven)}
        />
      </div>
      {isActive && !isEdited && <ActsAtHand {...props} />}
    </li>
  )
}

function ActsAtHand({
  message,
  isMine,
  canDelete,
  isNarrow,
  actions,
  editing,
  onAsk,
}: MessageItemProps) {
  const { isAdmin: canModerate } = useUser()
  if (isNarrow) return <NarrowToolbar onOpen={() => onAsk('sheet', message)} />
  return (
    <MessageToolbar
      message={message}
      onReact={(emoji, isGiven) => actions.react(message, emoji, isGiven)}
      {...actsOn(message, { isMine, canDelete, canModerate }, onAsk, () =>
        editing.start(message._id),
      )}
    />
  )
}

interface BubbleProps {
  message: SpaceMessage
  isMine: boolean
  /** By touch: what can be done shows with the focus, and goes with it. */
  onLongPress: () => void
}

function Bubble({ message, isMine, onLongPress }: BubbleProps) {
  return (
    <p
      dir="auto"
      {...useLongPress(onLongPress)}
      className={clsx(bubbleClasses(isMine), 'touch-manipulation pointer-coarse:select-none')}
    >
      <MentionedText text={message.content} mentions={message.mentions} />
      {message.editedAt && (
        <span title={formatExactTime(message.editedAt)} className="text-sm">
          {' (edited)'}
        </span>
      )}
    </p>
  )
}

/** The callbacks say the same each time; of what is drawn, these make the difference. */
function isSameDrawing(before: MessageItemProps, after: MessageItemProps): boolean {
  return (
    before.message === after.message &&
    before.isGrouped === after.isGrouped &&
    before.isTabStop === after.isTabStop &&
    before.canDelete === after.canDelete &&
    before.isEdited === after.isEdited &&
    before.isNarrow === after.isNarrow
  )
}

function Picture({ message: { user }, isGrouped }: { message: SpaceMessage; isGrouped: boolean }) {
  if (isGrouped || !user) return <span aria-hidden className="w-8 shrink-0" />
  return <Avatar name={user.username} photoUrl={user.profilePhoto} size="small" />
}

interface HeadingProps {
  message: SpaceMessage
  isMine: boolean
  isGrouped: boolean
}

/** Who and when. Below the first of a group, it is only said. */
function Heading({ message: { user, createdAt }, isMine, isGrouped }: HeadingProps) {
  const name = isMine ? 'You' : (user?.username ?? 'Someone')
  return (
    <p
      className={
        isGrouped ? 'sr-only' : 'flex max-w-full flex-wrap items-center gap-x-2 text-sm leading-5'
      }
    >
      <span className={isMine ? 'sr-only' : 'truncate font-semibold'}>{name}</span>
      {!isMine && user && <MemberBadge userNumber={user.userNumber} isSmall />}
      <ClockTime dateTime={createdAt} />
    </p>
  )
}

/** The day stands above: under it only the clock is told. */
function ClockTime({ dateTime }: { dateTime: string }) {
  return (
    <time
      dateTime={dateTime}
      title={formatExactTime(dateTime)}
      className="text-ink-soft tabular-nums"
    >
      {formatClockTime(dateTime)}
    </time>
  )
}
