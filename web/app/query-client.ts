import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isServerAway } from '../platform/api-error.ts'
import { trackOutdatedQueries } from './outdated-queries.ts'
import { persistQueries, restoreQueries } from './persisted-queries.ts'

const RETRIES = 2
const STALE_AFTER_MS = 30_000

// A press is seen on the page before the next one: a double press would be sent twice.
notifyManager.setScheduler(queueMicrotask)

/** Tried again only when the server was away; then what was read on an earlier visit stands in. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { state }) => {
        if (state.data === undefined && isServerAway(error)) void restoreQueries(client)
      },
    }),
    defaultOptions: {
      queries: {
        // Without any network, the persisted answer is better now than after some more tries.
        retry: (failures, error) => failures < RETRIES && isServerAway(error) && navigator.onLine,
        staleTime: STALE_AFTER_MS,
        refetchOnWindowFocus: false,
        // A home server is reachable without the internet; a try says more than the browser's
        // guess.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  trackOutdatedQueries(client)
  persistQueries(client)
  return client
}
