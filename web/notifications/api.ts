// How notifications call the server. The count comes by realtime events and is polled while
// there is no connection. Marking as read shows at once; when it fails, list and count are read
// again without a notice.

import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import { requestList } from '../../contract/friends.ts'
import {
  NOTIFICATIONS_PAGE_SIZE,
  type Notification,
  notificationCount,
  notificationList,
} from '../../contract/notifications.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'
import { logFailure } from '../platform/log-failure.ts'

type Pages = InfiniteData<Notification[]>

/** Pages from the newest back, each newest first. */
export const notificationsOptions = infiniteQueryOptions({
  queryKey: ['notifications'] as const,
  queryFn: async ({ pageParam, signal }) => {
    const query = pageParam === null ? '' : `?before=${pageParam}`
    return notificationList.parse(await api.get(`/notifications${query}`, { signal }))
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) =>
    page.length < NOTIFICATIONS_PAGE_SIZE ? undefined : page.at(-1)?._id,
  staleTime: 0,
})

/** What the server told of the count since it was asked for: the answer may be older. */
let toldMeanwhile: number | undefined

export const unreadCountOptions = queryOptions({
  queryKey: ['notification-count'] as const,
  queryFn: async ({ signal }) => {
    toldMeanwhile = undefined
    const { count } = notificationCount.parse(await api.get('/notifications/count', { signal }))
    return toldMeanwhile ?? count
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Who still waits for an answer: a notification does not know whether its request was answered. */
export const pendingRequestsOptions = queryOptions({
  queryKey: queryKeys.friendRequests,
  queryFn: async ({ signal }) =>
    requestList.parse(await api.get('/users/friend-requests', { signal })),
  retry: false,
})

/** The server said how many are unread. A list that knows better or worse is read again. */
export function setUnreadCount(client: QueryClient, count: number): void {
  toldMeanwhile = count
  client.setQueryData(unreadCountOptions.queryKey, count)
  const pages = client.getQueryData(notificationsOptions.queryKey)?.pages
  const held = pages?.flat().filter(({ read }) => !read).length
  if (held !== count) {
    void client.invalidateQueries({ queryKey: notificationsOptions.queryKey })
  }
}

/** Reads list and count again: for when something may have been missed. */
export async function refreshNotifications(client: QueryClient): Promise<void> {
  await Promise.all(
    [notificationsOptions, unreadCountOptions].map(({ queryKey }) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}

export function useMarkRead() {
  const { mutate } = useMutation({
    mutationFn: ({ _id }: Notification) => api.put(`/notifications/${_id}/read`),
    onMutate: ({ _id }, { client }) => markReadInCache(client, (each) => each._id === _id, 1),
    onError: (error, _read, _shown, { client }) => handleMarkFailure(client, error),
  })
  return mutate
}

export function useMarkAllRead() {
  const { mutate } = useMutation({
    mutationFn: () => api.put('/notifications/read-all'),
    onMutate: (_none, { client }) => markReadInCache(client, () => true, Number.POSITIVE_INFINITY),
    // What was being read may have brought one more, which is marked now, too.
    onSuccess: (_answer, _none, _shown, { client }) =>
      client.invalidateQueries(notificationsOptions),
    onError: (error, _none, _shown, { client }) => handleMarkFailure(client, error),
  })
  return () => mutate()
}

function handleMarkFailure(client: QueryClient, error: Error): Promise<void> {
  logFailure('Notifications not marked as read', error)
  return refreshNotifications(client)
}

async function markReadInCache(
  client: QueryClient,
  isTarget: (notification: Notification) => boolean,
  howMany: number,
): Promise<void> {
  // An answer under way would show them unread again.
  await Promise.all(
    [notificationsOptions, unreadCountOptions].map(({ queryKey }) =>
      client.cancelQueries({ queryKey }),
    ),
  )
  client.setQueryData(unreadCountOptions.queryKey, (count) => Math.max(0, (count ?? 0) - howMany))
  client.setQueryData(notificationsOptions.queryKey, (list) => list && withRead(isTarget, list))
}

function withRead(isTarget: (notification: Notification) => boolean, list: Pages): Pages {
  const change = (each: Notification) => (isTarget(each) ? { ...each, read: true } : each)
  return { ...list, pages: list.pages.map((page) => page.map(change)) }
}
