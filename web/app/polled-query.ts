import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FIRST_POLL_AFTER_MS } from '../../contract/notifications.ts'
import { useIsLive } from '../platform/realtime/use-realtime.ts'

const ROOMS_POLL_EVERY_MS = 60_000

/** Has a query read for others to draw: polled as long as no events tell when it changed. */
export function usePolledQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  { everyMs, isDue }: { everyMs: number; isDue: boolean },
): void {
  const isLive = useIsLive()
  useQuery({
    ...options,
    enabled: isDue,
    refetchInterval: isLive ? false : everyMs,
    refetchOnWindowFocus: isLive ? false : 'always',
    // The frame around every place is not drawn again for it.
    notifyOnChangeProps: [],
  })
}

/** The same of what the bars tell of rooms and conversations. */
export function usePolledRooms<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): void {
  usePolledQuery(options, { everyMs: ROOMS_POLL_EVERY_MS, isDue: useIsFirstPollDue() })
}

/** What the screen itself asks for goes first. */
function useIsFirstPollDue(): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), FIRST_POLL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue
}
