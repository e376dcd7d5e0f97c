/**
 * Which queries show something older than they should: what was restored from the device, or was
 * read before, while the last try to read it anew failed. A screen says so over what it shows.
 * What is changed on the page itself makes nothing newer.
 */
import {
  hashKey,
  notifyManager,
  type Query,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Hashes of keys. */
const outdatedQueries = new WeakMap<QueryClient, Set<string>>()

/** From now on, failed and successful reads are noticed. */
export function trackOutdatedQueries(client: QueryClient): void {
  const outdated = new Set<string>()
  outdatedQueries.set(client, outdated)
  client.getQueryCache().subscribe((event) => {
    const { queryHash } = event.query
    if (event.type === 'removed') outdated.delete(queryHash)
    if (event.type !== 'updated' || isFetchingMore(event.query)) return
    if (event.action.type === 'error') outdated.add(queryHash)
    if (event.action.type === 'success' && !event.action.manual) outdated.delete(queryHash)
  })
}

/** It was restored from the device. */
export function markOutdated(client: QueryClient, queryKey: QueryKey): void {
  outdatedQueries.get(client)?.add(hashKey(queryKey))
}

export function isOutdated(client: QueryClient, queryKey: QueryKey): boolean {
  return outdatedQueries.get(client)?.has(hashKey(queryKey)) ?? false
}

export function useIsOutdated(queryKey: QueryKey): boolean {
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  )
  return useSyncExternalStore(subscribe, () => isOutdated(client, queryKey))
}

/** A next page says nothing about those that are there, and its end of the list tells of it. */
export function isFetchingMore({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined
}
