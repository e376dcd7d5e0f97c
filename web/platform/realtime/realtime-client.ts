/**
 * The server's events in this tab, while a member is signed in. All tabs of the member share one
 * WebSocket where the browser allows it. It reconnects by itself and then notifies its listeners,
 * since they may have missed events. What an event means is decided by who listens.
 */
import type { ClientMessage, ServerEvent } from '../../../contract/realtime.ts'
import type { SocketClass } from './connection.ts'
import { type ConnectionStatus, DISCONNECTED } from './leader.ts'
import { TabClient } from './tab-client.ts'
import type { TabState, WatchedFeed } from './tab-states.ts'

export type Status = ConnectionStatus & {
  /** Whether something may have been told that this tab did not hear. */
  isMissed: boolean
}

let tabClient: TabClient | undefined
let status: Status = { ...DISCONNECTED, isMissed: false }
/** All that was told until then (epoch ms) was heard here. */
let heardAt = 0
/** Of the last connection that was open. */
let lastConnectionId: string | null = null

export const eventListeners = new Set<(event: ServerEvent) => void>()
export const statusListeners = new Set<() => void>()
/** Called when the connection opened after it was closed. */
export const reconnectListeners = new Set<() => void>()
/** What components of this tab show, each under a key of its own. */
const watchedFeeds = new Map<symbol, { feed: WatchedFeed; readAt: number }>()
const presentSpaces = new Map<symbol, string>()
let isStateDue = false

/**
 * Connects for this member; the screen was read at `readAt` (epoch ms) or later. Returns the end.
 */
export function startRealtime(memberId: string, Socket: SocketClass, readAt: number): () => void {
  heardAt = readAt
  const open = () => {
    const { locks } = navigator as { locks?: LockManager }
    const Channel = (globalThis as { BroadcastChannel?: typeof BroadcastChannel }).BroadcastChannel
    tabClient ??= new TabClient(
      { memberId, Socket, heardAt, locks, Channel },
      { onStatus, onEvent },
    )
    tabClient.setState(currentState())
  }
  const close = () => {
    tabClient?.stop()
    tabClient = undefined
    onStatus(DISCONNECTED)
  }
  const checkNow = () => {
    if (document.visibilityState === 'visible') tabClient?.checkNow()
  }
  // A page in the back-forward cache must not hold the connection of the tabs in use.
  const wake = ({ persisted }: PageTransitionEvent) => persisted && open()
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', wake)
  window.addEventListener('online', checkNow)
  document.addEventListener('visibilitychange', checkNow)
  open()
  return () => {
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', wake)
    window.removeEventListener('online', checkNow)
    document.removeEventListener('visibilitychange', checkNow)
    close()
    lastConnectionId = null
  }
}

export function readStatus(): Status {
  return status
}

/** Dropped while there is no connection. */
export function sendRealtimeMessage(message: ClientMessage): void {
  if (status.connectionId !== null) tabClient?.send(message)
}

/**
 * What is on screen of the feed was asked for at `readAt` (epoch ms). Returns the function that
 * ends it.
 */
export function watchFeed(feed: WatchedFeed, readAt: number): () => void {
  return register(watchedFeeds, { feed, readAt })
}

export function joinPresence(spaceId: string): () => void {
  return register(presentSpaces, spaceId)
}

function register<Value>(entries: Map<symbol, Value>, value: Value): () => void {
  const key = Symbol()
  entries.set(key, value)
  scheduleState()
  return () => {
    entries.delete(key)
    scheduleState()
  }
}

/** Once for changes made together: one screen replacing another is no absence. */
function scheduleState(): void {
  if (isStateDue) return
  isStateDue = true
  queueMicrotask(() => {
    isStateDue = false
    tabClient?.setState(currentState())
  })
}

function currentState(): TabState {
  const { feed, readAt } = [...watchedFeeds.values()].at(-1) ?? { feed: null, readAt: 0 }
  return {
    feed,
    feedReadAt: readAt,
    spaceIds: [...new Set(presentSpaces.values())],
  }
}

function onEvent(event: ServerEvent): void {
  for (const listener of [...eventListeners]) listener(event)
}

function onStatus(next: ConnectionStatus): void {
  const before = status
  if (next.connectionId === before.connectionId && next.feed === before.feed) return
  if (next.connectionId === null && before.connectionId !== null) heardAt = Date.now()
  status = { ...next, isMissed: next.newsAt >= heardAt }
  for (const listener of [...statusListeners]) listener()
  if (next.connectionId === null || next.connectionId === lastConnectionId) return
  lastConnectionId = next.connectionId
  for (const listener of [...reconnectListeners]) listener()
}
