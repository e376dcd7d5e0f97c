import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FIRST_POLL_AFTER_MS } from '../../contract/notifications.ts'
import { useIsLive } from '../platform/realtime/use-realtime.ts'

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

/** What the screen itself asks for goes first. */
export function useIsFirstPollDue(): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), FIRST_POLL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue
}
