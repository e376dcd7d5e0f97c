import { useRef } from 'react'
import type { Space } from '../../contract/spaces.ts'
import { useUser } from '../app/session.tsx'
import { ChatHeader } from './chat-header.tsx'
import { MessageComposer } from './message-composer.tsx'
import { MessageList } from './message-list.tsx'
import { typingSentence, usePresence } from './presence.ts'
import { useChat } from './use-chat.ts'
import { useEditing } from './use-editing.ts'

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
  const editing = useEditing(chat.messages, viewerId, () => composer.current?.focus())
  return (
    <>
      <ChatHeader space={space} here={here} onClose={onClose} />
      <MessageList space={space} chat={chat} editing={editing} composer={composer} />
      <p aria-live="polite" className="h-6 shrink-0 truncate px-4 text-ink-soft text-sm">
        {typingSentence(typists)}
      </p>
      <MessageComposer
        ref={composer}
        spaceId={space._id}
        onSend={chat.actions.send}
        onEditLast={editing.startLast}
      />
    </>
  )
}
