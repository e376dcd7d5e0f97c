import clsx from 'clsx'
import { Suspense, useId, useRef } from 'react'
import type { Space } from '../../../contract/spaces.ts'
import { useOfflineSentence } from '../../app/offline-notice.tsx'
import { useUser } from '../../app/session.tsx'
import { lazyChunk, optionalChunk } from '../../platform/lazy-chunk.ts'
import { useRoomTools } from '../room-tools.tsx'
import { useSound } from '../use-sound.ts'
import { useAnswering } from './answering.ts'
import { ChatHeader } from './chat-header.tsx'
import { MessageComposer } from './message-composer.tsx'
import { MessageList } from './message-list.tsx'
import { typingSentence, usePresence } from './presence.ts'
import { useChat } from './use-chat.ts'
import { useEditing } from './use-editing.ts'
import { useAboutState, useIsWide } from './wide-layout.ts'

const AboutSpace = lazyChunk(() => import('../about-space.tsx'), 'AboutSpace')
const PeoplePanel = optionalChunk(() => import('../people-panel.tsx'), 'PeoplePanel')

interface ChatProps {
  space: Space
  onClose: () => Promise<void>
}

/** The conversation of a space, in its colours. */
export function Chat({ space, onClose }: ChatProps) {
  const { _id: viewerId } = useUser()
  const chat = useChat(space)
  const { here, typists } = usePresence(space)
  const composer = useRef<HTMLTextAreaElement>(null)
  const answering = useAnswering(space._id, chat.messages, composer)
  const editing = {
    ...useEditing(space._id, chat.messages, viewerId, () => composer.current?.focus()),
    reply: answering.start,
  }
  // Here, because it plays on when what is said about the space is closed again.
  const sound = useSound(space)
  const room = { roomId: space._id, name: space.name, mute: space.mute }
  const tools = useRoomTools({ ...room, leadTo: chat.leadTo, canPin: space.isAdmin })
  const offlineSentence = useOfflineSentence()
  const isWide = useIsWide()
  const [isAboutOpen, toggleAbout] = useAboutState(isWide)
  const aboutId = useId()
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <ChatHeader
          {...{ space, here, aboutId, isAboutOpen, onClose, tools }}
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
        <MessageList {...{ space, chat, editing, composer }} canPin={space.isAdmin} />
        {/* The notice over the page lies behind this dialog; here it covers nothing. */}
        <p
          aria-live="polite"
          className={clsx(
            'shrink-0 px-4 text-ink-soft text-sm',
            !offlineSentence && 'h-6 truncate',
          )}
        >
          {offlineSentence ?? typingSentence(typists)}
        </p>
        <MessageComposer
          ref={composer}
          spaceId={space._id}
          onSend={chat.actions.send}
          onEditLast={editing.startLast}
          answering={answering}
        />
      </div>
      {isWide && isAboutOpen && (
        <Suspense fallback={<div className="w-72 shrink-0" />}>
          <PeoplePanel id={aboutId} space={space} here={here} sound={sound} />
        </Suspense>
      )}
    </div>
  )
}
