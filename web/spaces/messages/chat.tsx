import clsx from 'clsx'
import { type ReactNode, Suspense, useId, useRef } from 'react'
import type { Author } from '../../../contract/author.ts'
import type { Space } from '../../../contract/spaces.ts'
import { useOfflineSentence } from '../../app/offline-notice.tsx'
import { useUser } from '../../app/session.tsx'
import { lazyChunk, optionalChunk } from '../../platform/lazy-chunk.ts'
import { useSound } from '../use-sound.ts'
import { ChatHeader } from './chat-header.tsx'
import { useLinkedMessage } from './linked-message.ts'
import { MessageComposer } from './message-composer.tsx'
import { MessageList } from './message-list.tsx'
import { typingSentence, usePresence } from './presence.ts'
import { useReplyTo } from './reply-to.ts'
import { useChat } from './use-chat.ts'
import { useEditing } from './use-editing.ts'
import { useAboutState, useIsWide } from './wide-layout.ts'

const AboutSpace = lazyChunk(() => import('../about-space.tsx'), 'AboutSpace')
const PeoplePanel = optionalChunk(() => import('../people-panel.tsx'), 'PeoplePanel')

interface ChatProps {
  space: Space
  onClose: () => Promise<void>
}

export function Chat({ space, onClose }: ChatProps) {
  const { here, typists } = usePresence(space)
  // Here, because it plays on when what is said about the space is closed again.
  const sound = useSound(space)
  const isWide = useIsWide()
  const [isAboutOpen, toggleAbout] = useAboutState(isWide)
  const aboutId = useId()
  return (
    <div className="flex min-h-0 flex-1">
      <Talk
        {...{ space, here, typists, aboutId, isAboutOpen, onClose }}
        onAbout={toggleAbout}
        about={
          isAboutOpen &&
          !isWide && (
            <Suspense>
              <AboutSpace space={space} sound={sound} />
            </Suspense>
          )
        }
      />
      {isWide && isAboutOpen && (
        <Suspense fallback={<div className="w-72 shrink-0" />}>
          <PeoplePanel id={aboutId} space={space} here={here} sound={sound} />
        </Suspense>
      )}
    </div>
  )
}

interface TalkProps extends ChatProps {
  here: readonly Author[]
  typists: readonly string[]
  aboutId: string
  isAboutOpen: boolean
  onAbout: () => void
  about: ReactNode
}

/** What is said, by itself: the people beside it are not drawn again with each message. */
function Talk({ space, typists, ...header }: TalkProps) {
  const { _id: viewerId } = useUser()
  const chat = useChat(space)
  useLinkedMessage(chat)
  const composer = useRef<HTMLTextAreaElement>(null)
  const replyTo = useReplyTo(space._id, chat.messages, composer)
  const about = { spaceId: space._id, messages: chat.messages, viewerId, composer }
  const editing = useEditing({ ...about, reply: replyTo.start })
  const offlineSentence = useOfflineSentence()
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <ChatHeader {...header} space={space} goToMessage={chat.goToMessage} />
      <MessageList {...{ space, chat, editing, composer }} canPin={space.isAdmin} />
      {/* The notice over the page lies behind this dialog; here it covers nothing. */}
      <p
        aria-live="polite"
        className={clsx('shrink-0 px-4 text-ink-soft text-sm', !offlineSentence && 'h-6 truncate')}
      >
        {offlineSentence ?? typingSentence(typists)}
      </p>
      <MessageComposer
        ref={composer}
        spaceId={space._id}
        onSend={chat.actions.send}
        onEditLast={editing.startLast}
        replyTo={replyTo}
        canMentionAll={space.isAdmin}
      />
    </div>
  )
}
