import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { ServerEvent } from '../../../contract/realtime.ts'
import {
  eventListeners,
  joinPresence,
  readStatus,
  reconnectListeners,
  statusListeners,
  watchFeed,
} from './realtime-client.ts'
import type { WatchedFeed } from './tab-states.ts'

/** Every event of the server, in order; the handler may be another one at each render. */
export function useServerEvents(handler: (event: ServerEvent) => void): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => {
    const listener = (event: ServerEvent) => onEvent(event)
    eventListeners.add(listener)
    return () => void eventListeners.delete(listener)
  }, [])
}

/** Whether the server pushes events. While it does not, callers poll. */
export function useIsLive(): boolean {
  return useStatus(() => readStatus().connectionId !== null)
}

/** At the start of the page and after each break: what was read meanwhile may be outdated. */
export function useOnReconnect(handler: () => void): void {
  const onReconnect = useEffectEvent(handler)
  useEffect(() => {
    const listener = () => onReconnect()
    reconnectListeners.add(listener)
    return () => void reconnectListeners.delete(listener)
  }, [])
}

/** Calls back when events may have been missed: before the connection opened, or in a break. */
export function useOnMissedEvents(handler: () => void): void {
  useOnReconnect(() => {
    if (readStatus().isMissed) handler()
  })
}

/**
 * While mounted, the server sends events for posts in this feed. `readAt`: when (epoch ms) what is
 * on screen of it was read; `onMissed` is called when something may have been told since then, and
 * after each time that the server did not send them.
 */
export function useWatchedFeed(feed: WatchedFeed, readAt: () => number, onMissed: () => void) {
  const startedAt = useEffectEvent(readAt)
  const miss = useEffectEvent(onMissed)
  useEffect(() => {
    if (feed === null) return
    let heardAt = startedAt()
    let isWatched = false
    const listener = () => {
      const { feedNewsAt, ...status } = readStatus()
      if (isWatched === (status.feed === feed)) return
      isWatched = !isWatched
      if (!isWatched) heardAt = Date.now()
      else if (feedNewsAt >= heardAt) miss()
    }
    listener()
    statusListeners.add(listener)
    const stop = watchFeed(feed, heardAt)
    return () => {
      stop()
      statusListeners.delete(listener)
    }
  }, [feed])
}

/**
 * Whether the server sends events for this feed: not while the connection watches the other one.
 */
export function useIsFeedWatched(feed: WatchedFeed): boolean {
  return useStatus(() => readStatus().feed === feed)
}

export function useSpacePresence(spaceId: string | null): void {
  useEffect(() => (spaceId === null ? undefined : joinPresence(spaceId)), [spaceId])
}

/** Whether something of it may have been told between `readAt` (epoch ms) and its being watched. */
export function wasFeedMissed(feed: WatchedFeed, readAt: number): boolean {
  const { feed: watched, feedNewsAt } = readStatus()
  return watched === feed && feedNewsAt >= readAt
}

function useStatus<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => void statusListeners.delete(listener)
}
