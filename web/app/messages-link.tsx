import { MessageCircle } from 'lucide-react'
import { useUnreadConversations } from '../spaces/conversations/unread-conversations-api.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { UnreadDot } from '../ui/unread-dot.tsx'
import { paths } from './paths.ts'

export function MessagesLink() {
  const isUnread = useUnreadConversations() > 0
  return (
    <ButtonLink
      to={paths.conversations}
      aria-label={isUnread ? 'Messages, something new' : undefined}
      className="max-md:hidden"
    >
      <MessageCircle aria-hidden className="size-4" />
      Messages
      {isUnread && <UnreadDot />}
    </ButtonLink>
  )
}
