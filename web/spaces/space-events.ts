import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ServerEvent } from '../../contract/realtime.ts'
import { useUser } from '../app/session.tsx'
import { useOnMissedEvents, useServerEvents } from '../platform/realtime/use-realtime.ts'
import { updateCachedSpace } from './api.ts'
import { JOIN_REQUESTS_KEY } from './membership/join-requests-api.ts'
import { SPACES_KEY } from './persisted-space.ts'
import { roomsOptions } from './rooms.ts'

/** While spaces are on screen, the server's events about them are applied. */
export function useSpacesSync(): void {
  const client = useQueryClient()
  const { _id: viewerId } = useUser()
  useServerEvents((event) => followEvent(client, viewerId, event))
  useOnMissedEvents(() => {
    void client.invalidateQueries({ queryKey: SPACES_KEY })
    void client.invalidateQueries({ queryKey: JOIN_REQUESTS_KEY })
  })
}

function followEvent(client: QueryClient, viewerId: string, event: ServerEvent): void {
  switch (event.type) {
    case 'mute_changed':
    case 'space_changed':
    case 'space_left':
      void client.invalidateQueries({ queryKey: SPACES_KEY })
      void client.invalidateQueries(roomsOptions)
      return
    case 'join_requests_changed':
      void client.invalidateQueries({ queryKey: JOIN_REQUESTS_KEY })
      void client.invalidateQueries({ queryKey: SPACES_KEY })
      return
    case 'message_created':
      if (event.message.user?._id === viewerId) return
      countUnread(client, event.spaceId, event.message.seq)
      // What is being read may have been answered before this was said.
      void spacesRead(client).then(() => countUnread(client, event.spaceId, event.message.seq))
      return
    default:
  }
}

/** Once for each message, however often it is told of. */
function countUnread(client: QueryClient, spaceId: string, seq: number): void {
  updateCachedSpace(client, spaceId, (space) => {
    if (seq <= space.lastSeq) return space
    return { ...space, unreadCount: space.mute ? 0 : space.unreadCount + 1, lastSeq: seq }
  })
}

/** Resolves when all that is being read of spaces now is there, or has failed. */
async function spacesRead(client: QueryClient): Promise<void> {
  const read = client.getQueryCache().findAll({ queryKey: SPACES_KEY, fetchStatus: 'fetching' })
  await Promise.allSettled(read.map(({ promise }) => promise))
}
