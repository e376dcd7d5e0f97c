/**
 * Applies the server's events to the query cache. Nothing that somebody reads moves by it: lists of
 * people are current, a feed is only marked to be read again on the
 * next arrival. Where anything may have been missed, all of it is asked for once.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CurrentUser } from '../../contract/accounts.ts'
import type { ServerEvent } from '../../contract/realtime.ts'
import { refreshNotifications, setUnreadCount } from '../notifications/api.ts'
import type { SocketClass } from '../platform/realtime/connection.ts'
import { startRealtime } from '../platform/realtime/realtime-client.ts'
import { useOnMissedEvents, useServerEvents } from '../platform/realtime/use-realtime.ts'
import { removePersistedSpace } from '../spaces/persisted-space.ts'
import { invalidateFriendshipData, invalidatePeople } from './friendship/people-cache.ts'
import { removePersistedFriendData } from './persisted-queries.ts'
import { queryKeys } from './query-keys.ts'
import { useSession } from './session.tsx'
import { loadSession } from './session-state.ts'

interface RealtimeProps {
  Socket: SocketClass | undefined
}

/** The page asks for the first answers before any code has come. */
const PAGE_OPENED_AT = Date.now() - performance.now()

export function Realtime({ Socket }: RealtimeProps) {
  const memberId = useSession().user?._id
  const readAt = useRef(PAGE_OPENED_AT)
  useEffect(() => {
    // Who signs in later sees nothing that was read before.
    const changed = () => {
      readAt.current = Date.now()
    }
    if (memberId === undefined || !Socket) return changed
    return startRealtime(memberId, Socket, readAt.current)
  }, [memberId, Socket])
  return memberId === undefined ? null : <RealtimeUpdates key={memberId} />
}

/** The own record says how many friends there are, and who is in the squad. */
const CHANGES_RECORD = new Set<ServerEvent['type']>(['account_changed', 'friends_changed'])

function RealtimeUpdates() {
  const client = useQueryClient()
  const { reloadUser, mayBeOutdated } = useReloadUser()
  useServerEvents((event) => {
    if (CHANGES_RECORD.has(event.type)) void reloadUser()
    if (event.type === 'account_changed') invalidateSettings(client)
    // It says as well whether one may invite. Every open page hears of this at the same moment.
    if (event.type === 'community_changed') {
      void communityChanged(client).then((isOutdated) => {
        if (mayBeOutdated(isOutdated)) void reloadUser()
      })
    }
    applyEvent(client, event)
  })
  useOnMissedEvents(() => {
    invalidateFriends(client)
    void refreshNotifications(client)
    void communityChanged(client)
    void reloadUser()
    invalidateSettings(client)
  })
  return null
}

function applyEvent(client: QueryClient, event: ServerEvent): void {
  if (event.type === 'ready') setUnreadCount(client, event.unreadCount)
  if (event.type === 'unread_count') setUnreadCount(client, event.count)
  if (event.type === 'friends_changed') {
    invalidateFriends(client)
    void removePersistedFriendData(event.memberId)
  }
  if (event.type === 'space_left') void removePersistedSpace(event.spaceId)
}

type IsOutdated = (user: CurrentUser) => boolean

/**
 * It happens rarely, so its code comes when it does. Without that or an answer the page stays as it
 * is. Resolves to what tells whether a member's own record is outdated by it.
 */
async function communityChanged(client: QueryClient): Promise<IsOutdated> {
  void client.invalidateQueries({ queryKey: queryKeys.community })
  void client.invalidateQueries({ queryKey: queryKeys.invites })
  try {
    const { isRecordOutdated, refreshCommunity } = await import('./refresh-community.ts')
    const now = await refreshCommunity()
    return (user) => isRecordOutdated(user, now)
  } catch {
    return () => false
  }
}

/**
 * Another device may have changed them. While they are saved here, the answer says what they are.
 */
function invalidateSettings(client: QueryClient): void {
  for (const queryKey of [queryKeys.privacy, queryKeys.squad]) {
    const isSaving = client.isMutating({ mutationKey: queryKey }) > 0
    if (!isSaving) void client.invalidateQueries({ queryKey })
  }
}

function invalidateFriends(client: QueryClient): void {
  void invalidatePeople(client)
  invalidateFriendshipData(client)
}

/** Their own record, as it is by now. When it cannot be had, the one that is here goes on. */
function useReloadUser() {
  const { user, changeUser } = useSession()
  const reading = useRef<AbortController>(undefined)
  const newest = useRef(user)
  const isHere = useRef(false)
  useEffect(() => {
    newest.current = user
  }, [user])
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      reading.current?.abort()
    }
  }, [])

  async function reloadUser() {
    // What asks for it may come once the member is gone, and another is here.
    if (!isHere.current) return
    // Its answer might come last.
    reading.current?.abort()
    const started = new AbortController()
    reading.current = started
    const now = await loadSession(0, started.signal)
    if (now.status === 'signed-in') changeUser(now.user)
    if (reading.current === started) reading.current = undefined
  }

  return {
    reloadUser,
    /** What is being read may be from before, too. */
    mayBeOutdated: (isOutdated: IsOutdated) =>
      reading.current !== undefined || (newest.current !== null && isOutdated(newest.current)),
  }
}
