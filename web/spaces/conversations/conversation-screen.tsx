import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, DoorClosed } from 'lucide-react'
import { useParams } from 'react-router'
import { MESSAGES } from '../../../contract/conversations.ts'
import { paths } from '../../app/paths.ts'
import { leadsNowhere } from '../../platform/not-there.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useCloseToList } from '../close-to-list.ts'
import { ChatFrame } from '../messages/chat-frame.tsx'
import { ConversationChat } from './conversation-chat.tsx'
import { ConversationList } from './conversation-list.tsx'
import { conversationOptions, nameOf } from './conversations-api.ts'

/** One conversation at an address of its own, open over the list of all, as a space is. */
export function ConversationScreen() {
  const { id = '' } = useParams()
  const close = useCloseToList(paths.conversations)
  const talk = useQuery(conversationOptions(id))
  const isMissing = leadsNowhere(talk.error)
  const isOpen = talk.data && !isMissing
  return (
    <ChatFrame
      title={talk.data ? nameOf(talk.data) : 'Messages'}
      palette={undefined}
      onClose={close}
      beside={<OtherConversations />}
    >
      {!isOpen && (
        <div className="p-2">
          <IconButton label="Close" icon={<ArrowLeft />} onClick={close} />
        </div>
      )}
      {isMissing && (
        <EmptyState
          icon={<DoorClosed />}
          text={MESSAGES.missing}
          action={<Button onClick={close}>Back to Messages</Button>}
        />
      )}
      {talk.isPending && <Spinner label="Loading the conversation" className="m-auto text-ember" />}
      {talk.isLoadingError && !isMissing && (
        <ErrorState text="The conversation could not be loaded." query={talk} />
      )}
      {isOpen && <ConversationChat key={id} talk={talk.data} onClose={close} />}
    </ChatFrame>
  )
}

function OtherConversations() {
  return (
    <nav
      aria-label="My messages"
      className="flex w-72 shrink-0 flex-col gap-1 overflow-y-auto overscroll-contain border-line border-e bg-surface-raised p-2"
    >
      <h2 className="px-3 pt-2 pb-1 font-semibold font-serif text-lg">Messages</h2>
      <ConversationList box="conversations" isBeside empty={null} />
    </nav>
  )
}
