import { useInfiniteQuery } from '@tanstack/react-query'
import { MESSAGES } from '../../contract/notifications.ts'
import { Button } from '../ui/button.tsx'
import { notificationsOptions } from './api.ts'

interface OlderNotificationsProps {
  /** The button, and focus with it, is about to go. */
  onAllShown: () => void
}

/** The way to the page before, at the end of the list, as long as there is one. */
export function OlderNotifications({ onAllShown }: OlderNotificationsProps) {
  const read = useInfiniteQuery({ ...notificationsOptions, enabled: false })
  if (!read.hasNextPage) return null

  async function showOlder() {
    const { hasNextPage } = await read.fetchNextPage()
    if (!hasNextPage) onAllShown()
  }

  const isFailed = read.isFetchNextPageError && !read.isFetchingNextPage
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 px-3 pt-4">
      {isFailed && <span role="alert">{MESSAGES.loadFailed}</span>}
      <Button busy={read.isFetchingNextPage} onClick={showOlder}>
        {isFailed ? 'Try again' : 'Show older notifications'}
      </Button>
    </div>
  )
}
