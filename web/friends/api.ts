import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  discoverList,
  friendList,
  PEOPLE_PAGE_SIZE,
  peopleCounts,
  requestList,
  SEARCH_MAX,
} from '../../contract/friends.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'

// How friends call the server: who is a friend, who asks to be, and who else is here.
// Every answer is parsed by the contract before a component sees it. What is done to people is in
// web/app/friendship, for their cards do it as well.

export const friendsOptions = queryOptions({
  queryKey: queryKeys.friends,
  queryFn: async ({ signal }) => friendList.parse(await api.get('/users/friends', { signal })),
})

export const requestsOptions = queryOptions({
  queryKey: queryKeys.friendRequests,
  queryFn: async ({ signal }) =>
    requestList.parse(await api.get('/users/friend-requests', { signal })),
})

export const countsOptions = queryOptions({
  queryKey: queryKeys.peopleCounts,
  queryFn: async ({ signal }) =>
    peopleCounts.parse(await api.get('/users/friend-counts', { signal })),
  // Small, and looked at on every arrival.
  staleTime: 0,
})

/** Page after page; while another search is under way, what the last one found stays. */
export function discoverOptions(search: string) {
  const q = search.slice(0, SEARCH_MAX)
  return infiniteQueryOptions({
    queryKey: [...queryKeys.discover, q] as const,
    queryFn: ({ pageParam, signal }) => readDiscoverPage(q, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, number) =>
      page.length < PEOPLE_PAGE_SIZE ? undefined : number + 1,
    placeholderData: keepPreviousData,
  })
}

async function readDiscoverPage(q: string, page: number, signal: AbortSignal) {
  const query = new URLSearchParams({ page: String(page), limit: String(PEOPLE_PAGE_SIZE), q })
  return discoverList.parse(await api.get(`/users/all?${query}`, { signal }))
}
