import { useUser } from '../app/session.tsx'
import { UnreadDot } from '../ui/unread-dot.tsx'

interface LastLineProps {
  lastMessage: { username: string; content: string } | null
}

/** In a list of rooms or conversations: what was said last, and by whom. */
export function LastLine({ lastMessage }: LastLineProps) {
  const { username } = useUser()
  const said = lastMessage
    ? `${lastMessage.username === username ? 'You' : lastMessage.username}: ${lastMessage.content}`
    : 'Nothing said yet'
  return (
    <span dir="auto" className="min-w-0 flex-1 truncate text-left">
      {said}
    </span>
  )
}

/** Something there is not read yet. */
export function NewMessagesMark() {
  return (
    <>
      <UnreadDot />
      <span className="sr-only">New messages</span>
    </>
  )
}
