import { QueryClient } from '@tanstack/react-query'
import { isServerAway } from '../platform/api-client.ts'

const RETRIES = 2
const STALE_AFTER_MS = 30_000

/** Reads are tried again only when the server was away; nothing on screen moves unasked. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRIES && isServerAway(error),
        staleTime: STALE_AFTER_MS,
        refetchOnWindowFocus: false,
        // A home server is reachable without the internet; a try says more than the browser's guess.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
