import { ArrowDown, MessagesSquare } from 'lucide-react'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import { useOfflineSentence } from '../../app/offline-notice.tsx'
import { useQuietNumbers, useUser } from '../../app/session.tsx'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { useMediaQuery } from '../../platform/media-query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LazyDialog } from '../../ui/lazy-dialog.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { AskAct } from './available-actions.ts'
import { chatRows, groupRows } from './chat-rows.ts'
import { useChatScroll } from './chat-scroll.ts'
import { useFoldedMembers } from './folded-members.ts'
import { MessageAnnouncer } from './message-announcer.tsx'
import type { Asked } from './message-dialogs.tsx'
import { MessageRows } from './message-rows.tsx'
import { useMarkMessagesRead, useSeenSeq } from './read-state.ts'
import type { Chat } from './use-chat.ts'
import type { Editing } from './use-editing.ts'

const MessageDialogs = lazyChunk(() => import('./message-dialogs.tsx'), 'MessageDialogs')

const LOAD_FAILED = 'The messages could not be loaded.'

interface MessageListProps {
  space: Space
  chat: Chat
  editing: Editing
  composer: RefObject<HTMLElement | null>
  canPin: boolean
  /** A conversation, not a space. */
  isDirect?: boolean
}

/** The messages, oldest first, and what can be done to each. */
export function MessageList(props: MessageListProps) {
  const { space, chat, editing, composer, canPin, isDirect = false } = props
  const { _id: viewerId } = useUser()
  const { messages, actions } = chat
  const about = useAsked()
  const isNarrow = useMediaQuery('(width < 40rem)')
  const folds = useFoldedMembers(space._id)
  // Not before it is known whose messages are folded away.
  const opening = chat.opening === 'idle' && !folds ? 'underway' : chat.opening
  const isOpen = opening === 'idle'
  const { scroll, groups } = useReading(space, chat, isOpen, isDirect)
  // Where nothing gets through, that is said below the messages.
  const isOffline = useOfflineSentence() !== undefined
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {isOpen && chat.isOutdated && !isOffline && <Outdated chat={chat} />}
      <div
        ref={scroll.scroller}
        onScroll={scroll.onScroll}
        role="log"
        aria-label="Messages"
        // Rows come and go as one scrolls: what is new is told beside it.
        aria-live="off"
        aria-busy={opening === 'underway' || chat.earlier === 'underway'}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end pt-14 pb-2">
          <Opening opening={opening} onRetry={chat.openAgain} />
          {isOpen && <Earlier chat={chat} />}
          {isOpen && groups.length === 0 && !chat.isOutdated && <NoMessages />}
          {folds && (
            <MessageRows
              groups={groups}
              scroller={scroll.scroller}
              isAdmin={space.isAdmin}
              canPin={canPin}
              actions={actions}
              editing={editing}
              isNarrow={isNarrow}
              onAsk={about.onAsk}
              folds={folds}
              messageTarget={chat.messageTarget}
              onGoToMessage={chat.goToMessage}
            />
          )}
          <Later chat={chat} />
        </div>
      </div>
      {isOpen && folds && (
        <MessageAnnouncer messages={messages} folds={folds} viewerId={viewerId} />
      )}
      {isOpen && !scroll.isAtEnd && (
        <JumpToLatest newCount={scroll.newCount} onClick={scroll.jumpToLatest} />
      )}
      <LazyDialog isOpen={about.asked !== undefined} onClose={about.onClose}>
        <MessageDialogs {...{ space, actions, editing, composer, canPin, isDirect, ...about }} />
      </LazyDialog>
    </div>
  )
}

/** What is to be done to which message, as far as a dialog asks first. */
function useAsked() {
  const [asked, setAsked] = useState<Asked>()
  const onAsk: AskAct = useCallback((act, message) => setAsked({ act, message }), [])
  return { asked, onAsk, onClose: () => setAsked(undefined) }
}

/** The rows, where the reader is among them, and what has been read by that. */
function useReading(
  space: Space,
  { messages, unsent, earlier, loadEarlier, isPast, loadLaterNearEnd, leavePast }: Chat,
  isOpen: boolean,
  isDirect: boolean,
) {
  const { _id: viewerId } = useUser()
  const scroll = useChatScroll({
    messages,
    queuedCount: unsent.length,
    isOpen,
    viewerId,
    onNearStart: earlier === 'idle' ? loadEarlier : () => {},
    isPast,
    onNearEndOfPast: loadLaterNearEnd,
    onLeavePast: leavePast,
  })
  useMarkMessagesRead(space, messages.at(-1)?.seq ?? 0, isOpen && scroll.isAtEnd, isDirect)
  const present = isOpen && !isPast ? messages : undefined
  const seenSeq = useSeenSeq(space, present, viewerId, scroll.isAtEnd)
  const today = new Date().toDateString()
  const groups = useMemo(() => {
    const nowMs = Date.parse(today)
    return groupRows(chatRows(messages, unsent, { viewerId, seenSeq, nowMs }))
  }, [messages, unsent, viewerId, seenSeq, today])
  return { scroll, groups }
}

function NoMessages() {
  return (
    <div className="my-auto">
      <EmptyState icon={<MessagesSquare />} text={MESSAGES.noMessages} />
    </div>
  )
}

/** In the room that the messages leave below the header. */
function Outdated({ chat: { catchUp } }: { chat: Chat }) {
  const [isFetching, setIsFetching] = useState(false)
  async function refetch() {
    setIsFetching(true)
    await catchUp()
    setIsFetching(false)
  }
  return (
    <div className="absolute inset-x-0 top-7">
      <RefreshFailed text={LOAD_FAILED} query={{ refetch, isFetching }} isInDialog />
    </div>
  )
}

function JumpToLatest({ newCount, onClick }: { newCount: number; onClick: () => void }) {
  const news = useQuietNumbers() ? 'new' : `${newCount} new`
  return (
    <Button
      variant="primary"
      size="small"
      onClick={onClick}
      className="absolute! inset-x-0 bottom-2 mx-auto w-fit shadow-floating"
    >
      <ArrowDown aria-hidden className="size-4" />
      {newCount > 0 ? `Jump to latest (${news})` : 'Jump to latest'}
    </Button>
  )
}

interface OpeningProps {
  opening: Chat['opening']
  onRetry: () => void
}

function Opening({ opening, onRetry }: OpeningProps) {
  if (opening === 'underway') {
    return <Spinner label="Loading messages" className="m-auto text-ember" />
  }
  if (opening === 'idle') return null
  return (
    <div className="my-auto">
      <ErrorState text={LOAD_FAILED} query={{ refetch: onRetry, isFetching: false }} />
    </div>
  )
}

/** What was said after the part of the past that is shown. */
function Later({ chat: { isPast, loadLater } }: { chat: Chat }) {
  if (!isPast) return null
  return (
    <Button size="small" onClick={loadLater} className="mx-auto mt-4 mb-10">
      Show later messages
    </Button>
  )
}

/** Scrolling up fetches them, too; the button is for keyboards, and for another try. */
function Earlier({ chat: { hasEarlier, earlier, loadEarlier } }: { chat: Chat }) {
  if (!hasEarlier) return null
  return (
    <div className="flex flex-col items-center gap-2 pb-4">
      {earlier === 'failed' && (
        <p role="alert" className="text-danger text-sm">
          The earlier messages could not be loaded.
        </p>
      )}
      <Button size="small" busy={earlier === 'underway'} onClick={loadEarlier}>
        {earlier === 'failed' ? 'Try again' : 'Show earlier messages'}
      </Button>
    </div>
  )
}
