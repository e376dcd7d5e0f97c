import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
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

/** A connection that opens this soon after a screen opens with it. */
const OPENS_WITHIN_MS = 10_000

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

/**
 * Calls back after each break of the connection, and when it opens late: events may have been missed.
 * Not when it opens with what is on screen, which has just been read then.
 */
export function useOnMissedEvents(handler: () => void): void {
  const [mountedAt] = useState(Date.now)
  const wasLive = useRef(useIsLive())
  useOnReconnect(() => {
    const isFirst = !wasLive.current && Date.now() - mountedAt < OPENS_WITHIN_MS
    wasLive.current = true
    if (!isFirst) handler()
  })
}

export function useWatchedFeed(feed: WatchedFeed): void {
  useEffect(() => (feed === null ? undefined : watchFeed(feed)), [feed])
}

/**
 * Since when (epoch ms) the server sends new-post events for this feed; null while it does not: the
 * connection may be closed, or watch the other feed for another tab.
 */
export function useFeedWatchedSince(feed: WatchedFeed): number | null {
  return useStatus(() => (readStatus().feed === feed ? readStatus().feedSinceMs : null))
}

export function useSpacePresence(spaceId: string | null): void {
  useEffect(() => (spaceId === null ? undefined : joinPresence(spaceId)), [spaceId])
}

function useStatus<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => void statusListeners.delete(listener)
}
