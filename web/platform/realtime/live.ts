/**
 * The server's stream in this tab, while a member is signed in. All tabs of the member share one
 * line where the browser allows it; a line that breaks comes back by itself, and whoever read
 * something before is told then. Knows no screen: what events mean is decided by who listens.
 */
import type { ClientMessage, ServerEvent } from '../../../contract/realtime.ts'
import { LINE_DOWN, type LineStatus } from './leader.ts'
import type { SocketClass } from './line.ts'
import { Stream } from './stream.ts'
import type { TabState, WatchedFeed } from './tab-states.ts'

export type Status = LineStatus & { feedSince: number }

let stream: Stream | undefined
let status: Status = { ...LINE_DOWN, feedSince: 0 }
/** The last line there was. */
let lastLine: string | null = null

export const events = new Set<(event: ServerEvent) => void>()
export const statusChanges = new Set<() => void>()
/** Called when the line came up after it had been down. */
export const catchUps = new Set<() => void>()
/** What components of this tab show, each by a key of its own. */
const watchedFeeds = new Map<symbol, WatchedFeed>()
const spacesHere = new Map<symbol, string>()
let isStateDue = false

/** Opens the stream for this member, until it is stopped by what is returned. */
export function startRealtime(memberId: string, Socket: SocketClass): () => void {
  const open = () => {
    const { locks } = navigator as { locks?: LockManager }
    const Channel = (globalThis as { BroadcastChannel?: typeof BroadcastChannel }).BroadcastChannel
    stream ??= new Stream({ memberId, Socket, locks, Channel }, { onStatus, onEvent })
    stream.show(shown())
  }
  const close = () => {
    stream?.stop()
    stream = undefined
    onStatus(LINE_DOWN)
  }
  const nudge = () => {
    if (document.visibilityState === 'visible') stream?.nudge()
  }
  // A page in the back-forward cache must not hold the line for the tabs that are there.
  const wake = ({ persisted }: PageTransitionEvent) => persisted && open()
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', wake)
  window.addEventListener('online', nudge)
  document.addEventListener('visibilitychange', nudge)
  open()
  return () => {
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', wake)
    window.removeEventListener('online', nudge)
    document.removeEventListener('visibilitychange', nudge)
    close()
    lastLine = null
  }
}

export function readStatus(): Status {
  return status
}

export function sayNow(message: ClientMessage): void {
  if (status.line !== null) stream?.say(message)
}

/** Returns the way to be it no more. */
export function watchFeed(feed: WatchedFeed): () => void {
  return keep(watchedFeeds, feed)
}

export function beInSpace(spaceId: string): () => void {
  return keep(spacesHere, spaceId)
}

function keep<Value>(kept: Map<symbol, Value>, value: Value): () => void {
  const key = Symbol()
  kept.set(key, value)
  tellState()
  return () => {
    kept.delete(key)
    tellState()
  }
}

/** Once for what changes together: one screen giving way to another is no absence. */
function tellState(): void {
  if (isStateDue) return
  isStateDue = true
  queueMicrotask(() => {
    isStateDue = false
    stream?.show(shown())
  })
}

function shown(): TabState {
  return {
    feed: [...watchedFeeds.values()].at(-1) ?? null,
    spaceIds: [...new Set(spacesHere.values())],
  }
}

function onEvent(event: ServerEvent): void {
  for (const hear of [...events]) hear(event)
}

function onStatus(next: LineStatus): void {
  const before = status
  if (next.line === before.line && next.feed === before.feed) return
  status = { ...next, feedSince: Date.now() }
  for (const notice of [...statusChanges]) notice()
  if (next.line === null || next.line === lastLine) return
  lastLine = next.line
  for (const catchUp of [...catchUps]) catchUp()
}
