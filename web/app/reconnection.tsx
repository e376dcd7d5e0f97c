/** When the network is back the outbox goes out, and what is outdated is read again. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBeforeUnload } from 'react-router'
import { isRefusal } from '../platform/api-error.ts'
import { outbox, queueOf } from '../platform/offline/outbox.ts'
import { FIRST_PAUSE_MS, type OutboxItem, pausedUntil } from '../platform/offline/outbox-item.ts'
import { useOutboxItems, useOutboxResults } from '../platform/offline/use-outbox.ts'
import { useOnReconnect } from '../platform/realtime/use-realtime.ts'
import { useToast } from '../ui/toast.tsx'
import { isOutdated } from './outdated-queries.ts'
import { queryKeys } from './query-keys.ts'
import { useSession, useUser } from './session.tsx'

const FOUND_AT_HOME = ' Your words are on Home.'

export function Reconnection() {
  const { user } = useSession()
  return user && <ReconnectionEffects key={user._id} />
}

function ReconnectionEffects() {
  const client = useQueryClient()
  const toast = useToast()
  const { isConfirmed, changeUser } = useSession()
  const { _id, postCount } = useUser()
  const items = useOutboxItems()

  useOutboxResults(async ({ item: { queryKey }, answer, error }) => {
    const isPost = queryKey[0] === queryKeys.feeds[0]
    if (!error) {
      if (answer && isPost) changeUser({ _id, postCount: postCount + 1 })
      // A first read that is under way would do for this one, and may have been asked for before.
      await client.cancelQueries({ queryKey })
      return client.invalidateQueries({ queryKey })
    }
    const { message } = error
    // What was written there is nowhere else to be seen. Posts are on Home in any case.
    const isPlaceGone = !isPost && isRefusal(error)
    if (message) toast.alert(`Not sent. ${message}${isPlaceGone ? FOUND_AT_HOME : ''}`)
  })
  useOnReconnect(() => void outbox.sendQueued())
  useEffect(() => {
    const come = () => {
      // What was stored before this page came may not be read yet.
      void outbox.load().then(() => outbox.sendQueued())
      refetchStale(client)
    }
    if (isConfirmed) come()
    window.addEventListener('online', come)
    return () => window.removeEventListener('online', come)
  }, [isConfirmed, client])
  return (
    <>
      {items[0] && <HeldGuard />}
      {firstWaiting(items).map((item) => (
        <QueueRetry key={queueOf(item)} item={item} />
      ))}
    </>
  )
}

/** Not on every page: browsers keep those that ask out of their back-forward cache. */
function HeldGuard() {
  useBeforeUnload(askIfHeld)
  return null
}

/** What all the others in its queue wait for. */
function firstWaiting(items: readonly OutboxItem[]): OutboxItem[] {
  const waiting = items.filter(({ problem }) => problem === null)
  return [...new Map(waiting.toReversed().map((item) => [queueOf(item), item])).values()]
}

/** Tries what waits in its queue for as long as something does. */
function QueueRetry({ item }: { item: OutboxItem }) {
  const queue = queueOf(item)
  const until = pausedUntil(item)
  const failedAt = item.failure?.at ?? 0
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isEnded = false
    function wait(ms: number) {
      if (!isEnded) timer = setTimeout(deliver, ms > 0 ? ms : FIRST_PAUSE_MS)
    }
    async function deliver() {
      if (navigator.onLine) await outbox.sendQueued([queue], failedAt)
      wait(until - Date.now())
    }
    wait(until - Date.now())
    return () => {
      isEnded = true
      clearTimeout(timer)
    }
  }, [queue, until, failedAt])
  return null
}

/** It would end with the page. */
function askIfHeld(event: BeforeUnloadEvent): void {
  if (outbox.isAnyHeld()) event.preventDefault()
}

function refetchStale(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state, queryKey }) =>
      state.status === 'error' || state.isInvalidated || isOutdated(client, queryKey),
  })
}
