import { useUser } from '../app/session.tsx'
import { UnreadDot } from '../ui/unread-dot.tsx'

interface LastLineProps {
  lastMessage: { username: string; content: string } | null
  /** Only the other of two could have said it, whose name stands above. */
  isOfPair?: boolean
}

/** In a list of rooms or conversations: what was said last, and by whom. */
export function LastLine({ lastMessage, isOfPair = false }: LastLineProps) {
  const { username } = useUser()
  if (!lastMessage) return <span className="min-w-0 flex-1 truncate">Nothing said yet</span>
  const isOwn = lastMessage.username === username
  return (
    <span className="flex min-w-0 flex-1 gap-1">
      {(isOwn || !isOfPair) && (
        <span className="max-w-1/2 shrink-0 truncate">
          {`${isOwn ? 'You' : lastMessage.username}:`}
        </span>
      )}{' '}
      {/* Apart from the name, or right-to-left words would be cut off where they begin. */}
      <span dir="auto" className="min-w-0 truncate text-left">
        {lastMessage.content}
      </span>
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
