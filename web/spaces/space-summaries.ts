import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ServerEvent } from '../../contract/realtime.ts'
import { type SpaceMessage, wordlessLine } from '../../contract/space-messages.ts'
import {
  LAST_LINE_MAX,
  type SpaceSummaries,
  type SpaceSummary,
  spaceSummaries,
} from '../../contract/space-summaries.ts'
import { usePolledRooms } from '../app/polled-query.ts'
import { queryKeys } from '../app/query-keys.ts'
import { useUser } from '../app/session.tsx'
import { api } from '../platform/api-client.ts'
import { useOnMissedEvents, useServerEvents } from '../platform/realtime/use-realtime.ts'
import { useTogether } from '../platform/use-together.ts'
import { useMuteEnd } from './mute-end.ts'
import { followPresence } from './room-presence.ts'

// One's own rooms beside others: in which something was said, and what was said last. The bars show
// it on every screen, so it is read once and then follows the events.

export const spaceSummariesOptions = queryOptions({
  queryKey: queryKeys.rooms,
  queryFn: async ({ signal }) => {
    meanwhile = []
    const list = spaceSummaries.parse(await api.get('/spaces/rooms', { signal }))
    return meanwhile.reduce((known, change) => change(known), list)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether something unseen was said in any room, as far as it is known. */
export function useHasUnreadSpaces(): boolean {
  return useKnown(hasUnreadOf) ?? false
}

/** What is asked for elsewhere. */
function useKnown<Part>(select: (summaries: SpaceSummaries) => Part): Part | undefined {
  return useQuery({ ...spaceSummariesOptions, enabled: false, select }).data
}

const hasUnreadOf = ({ rooms }: SpaceSummaries) => rooms.some(({ isUnread }) => isUnread)

/** Keeps the list current; for one place above the bars. */
export function useSpaceSummariesSync(): void {
  const client = useQueryClient()
  const { _id: viewerId } = useUser()
  const muteEnd = useKnown(firstMuteEnd)
  const refresh = () => void client.invalidateQueries(spaceSummariesOptions)
  const refreshSoon = useTogether(refresh)
  usePolledRooms(spaceSummariesOptions)
  useServerEvents((event) => {
    followPresence(viewerId, event)
    followEvent(client, viewerId, event)
    // What it is called, or looks like; also where it is new to the member.
    if (event.type === 'space_changed') refreshSoon()
  })
  useOnMissedEvents(refresh)
  useMuteEnd(muteEnd, refresh)
}

/** When the first of the muted rooms may be heard again; null where none is muted for a time. */
function firstMuteEnd({ rooms }: SpaceSummaries): number | null {
  const ends = rooms.flatMap(({ mute }) => (mute?.until ? [Date.parse(mute.until)] : []))
  return ends.length === 0 ? null : Math.min(...ends)
}

/** What stands in this room is seen, up to this place in its order. */
export function markRoomRead(
  client: QueryClient,
  spaceId: string,
  seq = Number.POSITIVE_INFINITY,
): void {
  const isSeen = (room: SpaceSummary) => room.isUnread && (room.lastMessage?.seq ?? 0) <= seq
  changeRoom(client, spaceId, (room) => (isSeen(room) ? { ...room, isUnread: false } : room))
}

function followEvent(client: QueryClient, viewerId: string, event: ServerEvent): void {
  // Whose words are folded away may be others now.
  if (event.type === 'friends_changed') void client.invalidateQueries(spaceSummariesOptions)
  if (!('spaceId' in event)) return
  const { type, spaceId } = event
  const rooms = client.getQueryData(spaceSummariesOptions.queryKey)?.rooms
  const room = rooms?.find(({ _id }) => _id === spaceId)
  if (type === 'mute_changed' || type === 'space_left')
    void client.invalidateQueries(spaceSummariesOptions)
  if (type === 'space_read') markRoomRead(client, spaceId, event.seq)
  if (type === 'message_created')
    changeList(client, (list) => withHeard(list, spaceId, event.message, viewerId))
  if (type !== 'message_changed') return
  const { message } = event
  const isLast = (known: SpaceSummary | undefined) => known?.lastMessage?.seq === message.seq
  if (!message.isDeleted)
    changeRoom(client, spaceId, (known) => (isLast(known) ? withLastLine(known, message) : known))
  else if (isLast(room)) void client.invalidateQueries(spaceSummariesOptions)
}

/** The room where it was said comes first; not for what is folded away, or known already. */
function withHeard(
  list: SpaceSummaries,
  spaceId: string,
  message: SpaceMessage,
  viewerId: string,
): SpaceSummaries {
  const room = list.rooms.find(({ _id }) => _id === spaceId)
  const by = message.user?._id
  if (!room || (by && list.folded.includes(by))) return list
  if (message.seq <= (room.lastMessage?.seq ?? 0)) return list
  // Whoever says something has read what was said before it.
  const isUnread = by !== viewerId && (room.isUnread || room.mute === null)
  const others = list.rooms.filter((each) => each !== room)
  return { ...list, rooms: [{ ...withLastLine(room, message), isUnread }, ...others] }
}

function withLastLine(
  room: SpaceSummary,
  { seq, user, content, images, createdAt }: SpaceMessage,
): SpaceSummary {
  const line = content || wordlessLine(images.length)
  const shown = [...line.slice(0, 2 * LAST_LINE_MAX)].slice(0, LAST_LINE_MAX).join('')
  const username = user?.username ?? 'Someone'
  return { ...room, lastMessage: { seq, username, content: shown, createdAt } }
}

function changeRoom(
  client: QueryClient,
  spaceId: string,
  change: (room: SpaceSummary) => SpaceSummary,
): void {
  changeList(client, (list) => {
    const rooms = list.rooms.map((room) => (room._id === spaceId ? change(room) : room))
    return rooms.every((room, at) => room === list.rooms[at]) ? list : { ...list, rooms }
  })
}

type Change = (list: SpaceSummaries) => SpaceSummaries

/** What changed since the list was asked for: the answer may not know of it yet. */
let meanwhile: Change[] = []

function changeList(client: QueryClient, change: Change): void {
  if (client.isFetching(spaceSummariesOptions) > 0) meanwhile.push(change)
  client.setQueryData(spaceSummariesOptions.queryKey, (list) => {
    const changed = list && change(list)
    // Undefined leaves it as it is, and nobody is told of anything.
    return changed === list ? undefined : changed
  })
}
