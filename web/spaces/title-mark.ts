import { useEffect } from 'react'
import { hasTitleMark } from '../ui/page-title.tsx'
import { useUnreadConversations } from './conversations/unread-conversations-api.ts'
import { useHasUnreadSpaces } from './space-summaries.ts'

/**
 * Marks the page's title while something new was said to the member; for one place above the bars.
 */
export function useTitleMark(): void {
  const hasUnreadSpaces = useHasUnreadSpaces()
  const hasUnread = useUnreadConversations() > 0 || hasUnreadSpaces
  useEffect(() => {
    hasTitleMark.set(hasUnread)
    return () => hasTitleMark.set(false)
  }, [hasUnread])
}
