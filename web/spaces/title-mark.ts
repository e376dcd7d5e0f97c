import { useEffect } from 'react'
import { hasTitleMark } from '../ui/page-title.tsx'
import { useUnreadConversations } from './conversations/unread-conversations.ts'
import { useHasUnreadRooms } from './rooms.ts'

/** Marks the page's title while something new was said to the member; for one place above the bars. */
export function useTitleMark(): void {
  const hasUnreadRooms = useHasUnreadRooms()
  const hasUnread = useUnreadConversations() > 0 || hasUnreadRooms
  useEffect(() => {
    hasTitleMark.set(hasUnread)
    return () => hasTitleMark.set(false)
  }, [hasUnread])
}
