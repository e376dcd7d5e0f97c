import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { generatePath, NavLink, useLocation } from 'react-router'
import type { Room } from '../../contract/rooms.ts'
import { VIBES } from '../../contract/spaces.ts'
import { paths } from '../app/paths.ts'
import { useUser } from '../app/session.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { UnreadDot } from '../ui/unread-dot.tsx'
import { MutedMark } from './muted-mark.tsx'
import { usePaletteStyle } from './palette-style.ts'
import { useHereCounts } from './room-presence.ts'
import { roomsOptions } from './rooms.ts'
import { usePendingExits } from './space-exit.ts'

/** All rooms I am in, beside the one that is open: one press changes the room. */
export function RoomsPanel() {
  const { data } = useQuery(roomsOptions)
  const exits = usePendingExits()
  const here = useHereCounts()
  const rooms = data?.rooms.filter(({ _id }) => !exits.some(({ spaceId }) => spaceId === _id))
  return (
    <nav
      aria-label="My rooms"
      className="flex w-72 shrink-0 flex-col gap-1 overflow-y-auto overscroll-contain border-line border-e bg-surface-raised p-2"
    >
      <h2 className="px-3 pt-2 pb-1 font-semibold font-serif text-lg">My rooms</h2>
      <ul className="flex flex-col gap-0.5">
        {rooms?.map((room) => (
          <li key={room._id}>
            <RoomLink room={room} hereCount={here.get(room._id) ?? 0} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface RoomLinkProps {
  room: Room
  hereCount: number
}

/** It takes the place of the open one in the history, so that back leads out of all of them. */
function RoomLink({ room, hereCount }: RoomLinkProps) {
  const { search, state } = useLocation()
  const rest = new URLSearchParams(search)
  rest.delete('requests')
  return (
    <NavLink
      to={{ pathname: generatePath(paths.space, { id: room._id }), search: rest.toString() }}
      replace
      state={state}
      preventScrollReset
      className="flex min-h-14 items-center gap-3 rounded-control px-3 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-surface-hover aria-[current=page]:bg-quiet forced-colors:aria-[current=page]:outline-2"
    >
      <Tile room={room} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={clsx('min-w-0 flex-1 truncate', room.isUnread && 'font-bold')}
          >
            {room.name}
          </span>
          {room.lastMessage && (
            <RelativeTime
              dateTime={room.lastMessage.createdAt}
              className="shrink-0 text-ink-soft text-xs"
            />
          )}
        </span>
        <span className="flex items-center gap-2 text-ink-soft text-sm">
          <LastLine room={room} />
          {hereCount > 0 && <HereCount count={hereCount} />}
          {room.mute && <MutedMark />}
          {room.isUnread && (
            <>
              <UnreadDot />
              <span className="sr-only">New messages</span>
            </>
          )}
        </span>
      </span>
    </NavLink>
  )
}

/** The room in small. */
function Tile({ room: { colorPalette, vibe } }: { room: Room }) {
  return (
    <span
      aria-hidden
      style={usePaletteStyle(colorPalette)}
      className="flex size-9 shrink-0 items-center justify-center rounded-control border-(--space-primary) border-2 bg-surface text-base leading-none"
    >
      {VIBES[vibe].emoji}
    </span>
  )
}

function LastLine({ room: { lastMessage } }: { room: Room }) {
  const { username } = useUser()
  const said = lastMessage
    ? `${lastMessage.username === username ? 'You' : lastMessage.username}: ${lastMessage.content}`
    : 'Nothing said yet'
  return (
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {said}
    </span>
  )
}

function HereCount({ count }: { count: number }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs">
      <span
        aria-hidden
        className="size-2 rounded-full bg-success forced-color-adjust-none forced-colors:bg-[CanvasText]"
      />
      {`${count} here`}
    </span>
  )
}
