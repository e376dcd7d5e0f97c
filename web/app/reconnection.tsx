/** When the network is back the outbox goes out, and what is outdated is read again. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outbox } from '../platform/offline/outbox.ts'
import { useOutboxItems, useOutboxResults } from '../platform/offline/use-outbox.ts'
import { useOnReconnect } from '../platform/realtime/use-realtime.ts'
import { useToast } from '../ui/toast.tsx'
import { isOutdated } from './outdated-queries.ts'
import { useSession } from './session.tsx'

const TRY_EVERY_MS = 15_000

export function Reconnection() {
  const { user } = useSession()
  return user && <ReconnectionEffects key={user._id} />
}

function ReconnectionEffects() {
  const client = useQueryClient()
  const toast = useToast()
  const { isConfirmed } = useSession()
  const isWaiting = useOutboxItems().some(({ problem }) => problem === null)

  useOutboxResults((result) => {
    if ('answer' in result) return client.invalidateQueries({ queryKey: result.item.queryKey })
    if (result.error.message) toast.alert(`Not sent. ${result.error.message}`)
  })
  useOnReconnect(() => void outbox.sendQueued())
  useEffect(() => {
    if (isConfirmed) refetchStale(client)
    const come = () => refetchStale(client)
    window.addEventListener('online', come)
    return () => window.removeEventListener('online', come)
  }, [isConfirmed, client])
  useEffect(() => {
    if (!isWaiting) return
    const deliver = () => void outbox.sendQueued()
    const timer = setInterval(() => navigator.onLine && deliver(), TRY_EVERY_MS)
    window.addEventListener('online', deliver)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', deliver)
    }
  }, [isWaiting])
  return null
}

function refetchStale(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state, queryKey }) =>
      state.status === 'error' || state.isInvalidated || isOutdated(client, queryKey),
  })
}
