import { useQuery } from '@tanstack/react-query'
import { generatePath, NavLink, useLocation } from 'react-router'
import type { SpaceSummary } from '../../contract/space-summaries.ts'
import { paths } from '../app/paths.ts'
import { withoutRoomParams } from './room-params.ts'
import { useHereCounts } from './room-presence.ts'
import { usePendingExits } from './space-exit.ts'
import { SpaceLine } from './space-line.tsx'
import { spaceSummariesOptions } from './space-summaries.ts'

/** All rooms I am in, beside the one that is open: one press changes the room. */
export function SpacesPanel() {
  const { data } = useQuery(spaceSummariesOptions)
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
  room: SpaceSummary
  hereCount: number
}

/** It takes the place of the open one in the history, so that back leads out of all of them. */
function RoomLink({ room, hereCount }: RoomLinkProps) {
  const { search, state } = useLocation()
  return (
    <NavLink
      to={{
        pathname: generatePath(paths.space, { id: room._id }),
        search: withoutRoomParams(search),
      }}
      replace
      state={state}
      preventScrollReset
      className="flex min-h-14 items-center gap-3 rounded-control px-3 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-surface-hover aria-[current=page]:bg-quiet forced-colors:aria-[current=page]:outline-2"
    >
      <SpaceLine {...{ room, hereCount }} />
    </NavLink>
  )
}
