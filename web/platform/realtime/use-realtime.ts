import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ClientMessage, ServerEvent } from '../../../contract/realtime.ts'
import {
  eventListeners,
  joinPresence,
  readStatus,
  reconnectListeners,
  sendRealtimeMessage,
  statusListeners,
  watchFeed,
} from './realtime-client.ts'
import type { WatchedFeed } from './tab-states.ts'

// What components hear of the server's stream, and say to it.

/** Every event of the server, in order. The handler may be another one at each drawing. */
export function useServerEvents(handler: (event: ServerEvent) => void): void {
  const latest = useLatest(handler)
  useEffect(() => {
    const listener = (event: ServerEvent) => latest.current(event)
    eventListeners.add(listener)
    return () => void eventListeners.delete(listener)
  }, [latest])
}

/** Whether the server tells by itself what happens. While it does not, ask now and then. */
export function useIsLive(): boolean {
  return useStatus(() => readStatus().connectionId !== null)
}

/**
 * Calls back when the line comes up after it was down, at the start of the page as well: what was
 * read while it was down may miss something by then.
 */
export function useOnReconnect(handler: () => void): void {
  const latest = useLatest(handler)
  useEffect(() => {
    const catchUp = () => latest.current()
    reconnectListeners.add(catchUp)
    return () => void reconnectListeners.delete(catchUp)
  }, [latest])
}

/** Sends a message of the moment; it is dropped while the line is down. */
export function say(message: ClientMessage): void {
  sendRealtimeMessage(message)
}

/** While this is drawn, the new posts of this feed are told. */
export function useWatchedFeed(feed: WatchedFeed): void {
  useEffect(() => (feed === null ? undefined : watchFeed(feed)), [feed])
}

/**
 * Since when (epoch ms) the new posts of this feed are told; null while they are not: the line may
 * be down, or watch the other feed for another tab.
 */
export function useFeedWatchedSince(feed: WatchedFeed): number | null {
  return useStatus(() => (readStatus().feed === feed ? readStatus().feedSinceMs : null))
}

/** While this is drawn, the member is shown as being in this space. */
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

function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
