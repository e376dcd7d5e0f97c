import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ServerEvent } from '../../contract/realtime.ts'
import type { Space } from '../../contract/spaces.ts'
import { useUser } from '../app/session.tsx'
import { useOnMissedEvents, useServerEvents } from '../platform/realtime/use-realtime.ts'
import { updateCachedSpace } from './api.ts'
import { JOIN_REQUESTS_KEY } from './membership/join-requests-api.ts'
import { SPACES_KEY } from './persisted-space.ts'

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
      return
    case 'join_requests_changed':
      void client.invalidateQueries({ queryKey: JOIN_REQUESTS_KEY })
      void client.invalidateQueries({ queryKey: SPACES_KEY })
      return
    case 'space_read':
      countAll(client, event.spaceId, event.seq, markRead)
      return
    case 'message_created': {
      const isOwn = event.message.user?._id === viewerId
      countAll(client, event.spaceId, event.message.seq, isOwn ? markRead : countUnread)
      return
    }
    default:
  }
}

/** Also in what is being read: it may have been answered before this. */
function countAll(
  client: QueryClient,
  spaceId: string,
  seq: number,
  change: (space: Space, seq: number) => Space,
): void {
  const update = () => updateCachedSpace(client, spaceId, (space) => change(space, seq))
  update()
  void spacesRead(client).then(update)
}

/** Whoever says something has read what was said before it. */
function markRead(space: Space, seq: number): Space {
  const lastReadSeq = Math.max(space.lastReadSeq, seq)
  // How many of those after it are unread, nobody knows here.
  if (seq < space.lastSeq) return { ...space, lastReadSeq }
  return { ...space, unreadCount: 0, lastReadSeq, lastSeq: seq }
}

/** Once for each message, however often it is told of. */
function countUnread(space: Space, seq: number): Space {
  if (seq <= space.lastSeq) return space
  return { ...space, unreadCount: space.mute ? 0 : space.unreadCount + 1, lastSeq: seq }
}

/** Resolves when all that is being read of spaces now is there, or has failed. */
async function spacesRead(client: QueryClient): Promise<void> {
  const read = client.getQueryCache().findAll({ queryKey: SPACES_KEY, fetchStatus: 'fetching' })
  await Promise.allSettled(read.map(({ promise }) => promise))
}
