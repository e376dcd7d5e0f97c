import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FIRST_POLL_AFTER_MS, POLL_EVERY_MS } from '../../contract/notifications.ts'
import { usePolledQuery } from '../app/polled-query.ts'
import { useIsLive } from '../platform/realtime/use-realtime.ts'
import { unreadCountOptions } from './api.ts'

const SHOWN_MAX = 99

/** How many are unread, as far as it is known; 0 until then. */
export function useUnreadCount(): number {
  return useQuery({ ...unreadCountOptions, enabled: false }).data ?? 0
}

/** Polls the count while events do not bring it; for one place above the bells. */
export function useUnreadCountPolling(): void {
  const client = useQueryClient()
  const isLive = useIsLive()
  const isKnown = useQuery({ ...unreadCountOptions, enabled: false }).data !== undefined
  const isTold = isLive && isKnown
  const [isDue, setIsDue] = useState(false)
  // Also after a break: what came meanwhile should not wait for the next round. And where another
  // tab holds the connection, which got the count before this tab was here.
  useEffect(() => {
    if (isTold) return setIsDue(false)
    const timer = setTimeout(() => {
      setIsDue(true)
      void client.invalidateQueries({ queryKey: unreadCountOptions.queryKey })
    }, FIRST_POLL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isTold, client])
  usePolledQuery(unreadCountOptions, { everyMs: POLL_EVERY_MS, isDue })
}

export function bellLabel(count: number, isQuiet: boolean): string {
  if (count > 0 && isQuiet) return 'Notifications, unread'
  return count > 0 ? `Notifications, ${count} unread` : 'Notifications'
}

/** As it stands at the bell, where there is little room. */
export function shortCount(count: number): string {
  return count > SHOWN_MAX ? `${SHOWN_MAX}+` : String(count)
}
