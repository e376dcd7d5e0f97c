/** When the network is back the outbox goes out, and what is outdated is read again. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBeforeUnload } from 'react-router'
import type { ApiError } from '../platform/api-client.ts'
import { type OutboxResult, outbox, placeOf } from '../platform/offline/outbox.ts'
import type { OutboxItem } from '../platform/offline/outbox-item.ts'
import { useOutboxItems, useOutboxResults } from '../platform/offline/use-outbox.ts'
import { useOnReconnect } from '../platform/realtime/use-realtime.ts'
import { useToast } from '../ui/toast.tsx'
import { isOutdated } from './outdated-queries.ts'
import { queryKeys } from './query-keys.ts'
import { useSession } from './session.tsx'

/** After a try that failed, then twice as long each time: it may be 40 MB of pictures. */
const FIRST_PAUSE_MS = 15_000
const PAUSE_MAX_MS = 4 * 60_000
const FOUND_AT_HOME = ' Your words are on Home.'

export function Reconnection() {
  const { user } = useSession()
  return user && <ReconnectionEffects key={user._id} />
}

function ReconnectionEffects() {
  const client = useQueryClient()
  const toast = useToast()
  const { isConfirmed } = useSession()
  const items = useOutboxItems()

  useOutboxResults((result) => {
    if ('answer' in result) return client.invalidateQueries({ queryKey: result.item.queryKey })
    const { message } = result.error
    if (message) toast.alert(`Not sent. ${message}${isPlaceGone(result) ? FOUND_AT_HOME : ''}`)
  })
  useOnReconnect(() => void outbox.sendQueued())
  useEffect(() => {
    if (isConfirmed) refetchStale(client)
    const come = () => {
      void outbox.sendQueued()
      refetchStale(client)
    }
    window.addEventListener('online', come)
    return () => window.removeEventListener('online', come)
  }, [isConfirmed, client])
  return (
    <>
      {items[0] && <HeldGuard />}
      {[...new Set(items.filter(isWaiting).map(placeOf))].map((place) => (
        <Delivery key={place} place={place} />
      ))}
    </>
  )
}

/** Not on every page: browsers keep those that ask out of their back-forward cache. */
function HeldGuard() {
  useBeforeUnload(askIfHeld)
  return null
}

const isWaiting = ({ problem }: OutboxItem) => problem === null

/** Tries what waits for this place for as long as something does. */
function Delivery({ place }: { place: string }) {
  useEffect(() => {
    let isEnded = false
    let pauseMs = FIRST_PAUSE_MS
    async function deliver() {
      if (isEnded) return
      // A try by somebody else than the timer, such as the first, has its pause after it, too.
      const isSending = outbox.items().some((item) => item.isSending && placeOf(item) === place)
      if (navigator.onLine && !isSending) {
        pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)
        await outbox.sendQueued([place])
      }
      setTimeout(deliver, pauseMs)
    }
    setTimeout(deliver, pauseMs)
    return () => {
      isEnded = true
    }
  }, [place])
  return null
}

/** It would end with the page. */
function askIfHeld(event: BeforeUnloadEvent): void {
  if (outbox.isAnyHeld()) event.preventDefault()
}

/** What was written there is nowhere else to be seen. Posts are on Home in any case. */
function isPlaceGone({ item, error }: OutboxResult & { error: ApiError }): boolean {
  return item.queryKey[0] !== queryKeys.feeds[0] && [403, 404].includes(error.status)
}

function refetchStale(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state, queryKey }) =>
      state.status === 'error' || state.isInvalidated || isOutdated(client, queryKey),
  })
}
