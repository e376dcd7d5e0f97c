import clsx from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import { type Conversation, MESSAGES } from '../../../contract/conversations.ts'
import { useOfflineSentence } from '../../app/offline-notice.tsx'
import { useQuietNumbers, useUser } from '../../app/session.tsx'
import { errorMessage } from '../../platform/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { namesWithoutNumber } from '../../ui/emoji/vibe-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { MessageComposer } from '../messages/message-composer.tsx'
import { MessageList } from '../messages/message-list.tsx'
import { typingSentence, usePresence } from '../messages/presence.ts'
import { useReplyTo } from '../messages/reply-to.ts'
import { useChat } from '../messages/use-chat.ts'
import { useEditing } from '../messages/use-editing.ts'
import { useRoomTools } from '../room-tools.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import {
  asSpace,
  nameOf,
  photoOf,
  useConversationChange,
  useConversationEnd,
} from './conversations-api.ts'

interface ConversationChatProps {
  talk: Conversation
  onClose: () => Promise<void>
}

/** What is said in a conversation: the chat of a space, without what only a space has. */
export function ConversationChat({ talk, onClose }: ConversationChatProps) {
  const viewer = useUser()
  const isQuiet = useQuietNumbers()
  const space = asSpace(talk, viewer)
  const chat = useChat(space)
  const { here, typists } = usePresence(space, talk.state === 'open')
  const composer = useRef<HTMLTextAreaElement>(null)
  const replyTo = useReplyTo(space._id, chat.messages, composer)
  const about = { spaceId: space._id, messages: chat.messages, viewerId: viewer._id, composer }
  const reply = talk.state === 'open' ? replyTo.start : undefined
  const editing = useEditing({ ...about, reply })
  const canPin = talk.state === 'open'
  const room = { roomId: space._id, name: space.name, mute: space.mute }
  const tools = useRoomTools({ ...room, goToMessage: chat.goToMessage, canPin })
  const offlineSentence = useOfflineSentence()
  useFocusOnceAccepted(talk, composer)
  const others = here.filter(({ _id }) => _id !== viewer._id)
  return (
    <>
      <div className="flex shrink-0 items-center gap-1 border-line border-b px-2 py-1.5">
        <IconButton label="Close" icon={<ArrowLeft />} onClick={onClose} />
        <Avatar name={nameOf(talk)} photoUrl={photoOf(talk)} size="small" />
        <div className="min-w-0 flex-1 ps-1">
          <h2 dir="auto" className="truncate text-left font-semibold font-serif text-ember text-lg">
            {nameOf(talk)}
          </h2>
          <p className="truncate text-ink-soft text-sm">
            {talk.isPair ? others.length > 0 && 'Here now' : groupSentence(talk, others, isQuiet)}
          </p>
        </div>
        {tools.buttons}
        <ConversationMenu talk={talk} onLeft={onClose} roomItems={tools.items} />
        {tools.dialog}
      </div>
      <MessageList {...{ space, chat, editing, composer }} canPin={canPin} isDirect />
      <p
        aria-live="polite"
        className={clsx('shrink-0 px-4 text-ink-soft text-sm', !offlineSentence && 'h-6 truncate')}
      >
        {offlineSentence ?? typingSentence(typists)}
      </p>
      <Foot talk={talk} onDismissed={onClose}>
        <MessageComposer
          ref={composer}
          spaceId={space._id}
          onSend={chat.actions.send}
          onEditLast={editing.startLast}
          replyTo={replyTo}
          noImages={talk.state === 'may_ask' ? MESSAGES.wordsFirst : undefined}
        />
      </Foot>
    </>
  )
}

/** One writes where the button was; by touch no keyboard may spring up unasked. */
function useFocusOnceAccepted(
  { state }: Conversation,
  composer: RefObject<HTMLTextAreaElement | null>,
) {
  const before = useRef(state)
  useEffect(() => {
    const isAccepted = before.current === 'request' && state === 'open'
    before.current = state
    if (isAccepted && !(navigator.maxTouchPoints > 0)) composer.current?.focus()
  }, [state, composer])
}

interface FootProps {
  talk: Conversation
  onDismissed: () => void
  children: React.ReactNode
}

/** Where one writes, or why one cannot. */
function Foot({ talk, onDismissed, children }: FootProps) {
  const name = nameOf(talk)
  if (talk.state === 'open') return children
  if (talk.state === 'may_ask')
    return (
      <>
        <p className="px-4 pb-2 text-ink-soft text-sm">
          {`You are not friends. You can send ${name} one message, as a request.`}
        </p>
        {children}
      </>
    )
  if (talk.state === 'request') return <Request talk={talk} onDismissed={onDismissed} />
  return (
    <p className="px-4 pb-4 text-center text-ink-soft">
      {talk.state === 'asked' ? MESSAGES.asked : MESSAGES.cannotWrite}
    </p>
  )
}

function Request({ talk, onDismissed }: { talk: Conversation; onDismissed: () => void }) {
  const toast = useToast()
  const accept = useConversationChange('accept')
  const dismiss = useConversationEnd('dismiss')
  const [isBusy, setIsBusy] = useState(false)
  const answer = async (act: () => Promise<unknown>) => {
    setIsBusy(true)
    await act().catch((error) => toast.alert(errorMessage(error, 'That did not work.')))
    setIsBusy(false)
  }
  return (
    <div className="flex flex-col gap-3 border-line border-t p-4">
      <p>{`${nameOf(talk)} would like to write to you. They are not told that you saw it.`}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={isBusy}
          onClick={() => answer(() => accept.mutateAsync(talk._id))}
        >
          Accept
        </Button>
        <Button
          busy={isBusy}
          onClick={() =>
            answer(async () => {
              await dismiss.mutateAsync(talk._id)
              onDismissed()
            })
          }
        >
          Not now
        </Button>
      </div>
    </div>
  )
}

/** How many a group is, and how many are here beside the viewer; quietly only who is here. */
function groupSentence(talk: Conversation, others: readonly Author[], isQuiet: boolean): string {
  const names = others.map(({ username }) => username)
  if (isQuiet)
    return names.length > 0 ? `${namesWithoutNumber(false, names, names.length)} here now` : ''
  if (talk.people.length === 0) return 'Only you are here'
  const here = names.length > 0 ? `, ${names.length + 1} here now` : ''
  return `${talk.people.length + 1} people${here}`
}
