import clsx from 'clsx'
import { Pin } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, memo, Suspense, useRef, useState } from 'react'
import type { Folds } from '../../../contract/blocks.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { LinkCard } from '../../app/link-card.tsx'
import { MentionedText } from '../../app/mentions/mentioned-text.tsx'
import { SHARED_POST_CLASSES } from '../../app/shared-post-style.ts'
import { lazyChunk, optionalChunk } from '../../platform/lazy-chunk.ts'
import { useLongPress } from '../../ui/emoji/long-press.ts'
import { formatExactTime } from '../../ui/relative-time-format.ts'
import type { AskAct } from './available-actions.ts'
import { bubbleClasses } from './bubble-style.ts'
import { ImageBox } from './image-box.tsx'
import type { MessageActions } from './message-actions.ts'
import { AuthorImage, Heading } from './message-author.tsx'
import { MessageReactions } from './message-reactions.tsx'
import type { Editing } from './use-editing.ts'

const HoverToolbar = optionalChunk(() => import('./hover-toolbar.tsx'), 'HoverToolbar')
const MessageEditor = lazyChunk(() => import('./message-editor.tsx'), 'MessageEditor')
const QuotedLine = optionalChunk(() => import('./quoted-line.tsx'), 'QuotedLine')
const SharedPost = optionalChunk(() => import('../../app/shared-post.tsx'), 'SharedPost')

interface MessageItemProps {
  message: SpaceMessage
  isMine: boolean
  isGrouped: boolean
  isTabStop: boolean
  canDelete: boolean
  canPin: boolean
  folds: Folds
  isEdited: boolean
  /** The reader has just been led to it. */
  isLedTo: boolean
  onGoToMessage: (messageId: string) => void
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
  function askActs() {
    // The sheet gives the focus back to where it was.
    item.current?.focus({ preventScroll: true })
    if (props.isNarrow) props.onAsk('sheet', message)
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
      onBlur={(event) => isLeft(event) && setIsActive(false)}
      onKeyDown={(event) => isReplyKey(event) && editing.reply?.(message)}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setIsActive(true)}
      onPointerLeave={({ pointerType, currentTarget }) => {
        const keepsFocus = currentTarget.contains(document.activeElement)
        if (pointerType !== 'touch' && !keepsFocus) setIsActive(false)
      }}
      className={clsx(
        'relative flex gap-2.5 rounded-card transition-colors duration-250',
        isGrouped ? 'pt-1' : 'pt-3',
        props.isLedTo && 'bg-quiet',
      )}
    >
      {!isMine && <AuthorImage message={message} isGrouped={isGrouped} />}
      <div
        className={clsx('flex min-w-0 flex-1 flex-col gap-1', isMine ? 'items-end' : 'items-start')}
      >
        <Heading message={message} isMine={isMine} isGrouped={isGrouped} />
        <Quoted {...props} />
        <Words {...props} onLongPress={askActs} />
        {message.images.length > 0 && (
          <ImageBox
            message={message}
            renew={() => actions.readImages(message)}
            onLongPress={askActs}
          />
        )}
        <Cards message={message} />
        <MessageReactions
          message={message}
          folds={props.folds}
          onReact={(emoji, isGiven) => actions.react(message, emoji, isGiven)}
        />
      </div>
      <Suspense>{isActive && !isEdited && <HoverToolbar {...props} />}</Suspense>
    </li>
  )
}

function Quoted({ message, folds, onGoToMessage }: MessageItemProps) {
  if (!message.replyTo) return null
  return (
    // As high as the line, so that nothing moves.
    <Suspense fallback={<span className="h-11 sm:h-6" />}>
      <QuotedLine quoted={message.replyTo} folds={folds} onGoToMessage={onGoToMessage} />
    </Suspense>
  )
}

function isLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !currentTarget.contains(relatedTarget)
}

/** What is said, or where it is edited. By a long press, what can be done to it. */
function Words(props: MessageItemProps & { onLongPress: () => void }) {
  const { message, isMine, isEdited, actions, editing, onLongPress } = props
  if (!isEdited) return <Bubble {...{ message, isMine, onLongPress }} />
  return (
    <Suspense>
      <MessageEditor
        spaceId={editing.spaceId}
        message={message}
        onSave={(edit) => actions.edit(message, edit)}
        onDone={editing.stop}
      />
    </Suspense>
  )
}

/** From the message itself: what stands in it needs the keys. */
function isReplyKey(event: KeyboardEvent): boolean {
  const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event
  return key === 'r' && target === currentTarget && !ctrlKey && !metaKey && !altKey
}

function Cards({ message: { postId, link } }: { message: SpaceMessage }) {
  return (
    <>
      {postId !== null && (
        <Suspense fallback={<span className={SHARED_POST_CLASSES} />}>
          <SharedPost postId={postId} />
        </Suspense>
      )}
      {link && <LinkCard card={link} />}
    </>
  )
}

interface BubbleProps {
  message: SpaceMessage
  isMine: boolean
  /** By touch: what can be done shows with the focus, and goes with it. */
  onLongPress: () => void
}

function Bubble({ message, isMine, onLongPress }: BubbleProps) {
  const longPress = useLongPress(onLongPress)
  // What it shows says it all.
  if (!message.content)
    return (
      (message.isPinned || message.editedAt) && (
        <p className="text-ink-soft text-sm">
          <Marks message={message} />
        </p>
      )
    )
  return (
    <p
      dir="auto"
      {...longPress}
      className={clsx(bubbleClasses(isMine), 'touch-manipulation pointer-coarse:select-none')}
    >
      <MentionedText text={message.content} mentions={message.mentions} />
      <Marks message={message} />
    </p>
  )
}

function Marks({ message: { isPinned, editedAt } }: { message: SpaceMessage }) {
  return (
    <>
      {isPinned && <Pin role="img" aria-label="Pinned" className="ms-1.5 inline size-3.5" />}
      {editedAt && (
        <span title={formatExactTime(editedAt)} className="text-sm">
          {' (edited)'}
        </span>
      )}
    </>
  )
}

/** The callbacks say the same each time; of what is drawn, these make the difference. */
function isSameDrawing(before: MessageItemProps, after: MessageItemProps): boolean {
  return (
    before.message === after.message &&
    before.isGrouped === after.isGrouped &&
    before.isTabStop === after.isTabStop &&
    before.canDelete === after.canDelete &&
    before.canPin === after.canPin &&
    before.isEdited === after.isEdited &&
    before.isLedTo === after.isLedTo &&
    before.folds === after.folds &&
    (before.editing.reply === undefined) === (after.editing.reply === undefined) &&
    before.isNarrow === after.isNarrow
  )
}
