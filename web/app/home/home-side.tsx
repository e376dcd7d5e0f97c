import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { generatePath, Link } from 'react-router'
import { requestsOptions } from '../../friends/api.ts'
import { useHereCounts } from '../../spaces/room-presence.ts'
import { SpaceLine } from '../../spaces/space-line.tsx'
import { spaceSummariesOptions } from '../../spaces/space-summaries.ts'
import { focusHeading } from '../focus-on-navigation.ts'
import { useFriendActions, usePendingRelations } from '../friendship/friend-actions.ts'
import { FriendButtons } from '../friendship/friend-buttons.tsx'
import { paths } from '../paths.ts'
import { PersonLink } from '../person-link.tsx'

const ROOMS_SHOWN_MAX = 6
const REQUESTS_SHOWN_MAX = 3

/**
 * What waits elsewhere; all of it at once, so that nothing moves. A list that was refused is asked
 * for anew by its part, and is pending then: hidden for that, the parts would ask without end.
 */
export function HomeSide() {
  const requests = useQuery(requestsOptions)
  const rooms = useQuery(spaceSummariesOptions)
  if (!requests.isFetched || !rooms.isFetched) return null
  return (
    <>
      <Requests />
      <Rooms />
    </>
  )
}

function Requests() {
  const { data: requests = [] } = useQuery(requestsOptions)
  const relations = usePendingRelations()
  const act = useFriendActions('row')
  const list = useRef<HTMLElement>(null)
  const waiting = requests.filter(({ _id }) => !relations.has(_id))
  if (waiting.length === 0) return null

  /** Who was answered goes, and the whole list with the last of them. */
  function keepFocus() {
    if (waiting.length > 1) list.current?.focus({ preventScroll: true })
    else focusHeading()
  }

  return (
    <SideList ref={list} title="Friend requests">
      {waiting.slice(0, REQUESTS_SHOWN_MAX).map((person) => (
        <li
          key={person._id}
          className="flex flex-wrap justify-between items-center gap-x-3 gap-y-1 p-2"
        >
          <PersonLink person={person} className="flex-auto font-medium" />
          <FriendButtons
            relation="received"
            username={person.username}
            onAct={(kind) => {
              keepFocus()
              act({ kind, person, before: 'received' })
            }}
          />
        </li>
      ))}
    </SideList>
  )
}

function Rooms() {
  const { data } = useQuery(spaceSummariesOptions)
  const here = useHereCounts()
  if (!data || data.rooms.length === 0) return null
  return (
    <SideList title="My Spaces">
      {data.rooms.slice(0, ROOMS_SHOWN_MAX).map((room) => (
        <li key={room._id}>
          <Link
            to={generatePath(paths.space, { id: room._id })}
            className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1 hover:bg-surface-hover"
          >
            <SpaceLine room={room} hereCount={here.get(room._id) ?? 0} />
          </Link>
        </li>
      ))}
    </SideList>
  )
}

interface SideListProps {
  ref?: RefObject<HTMLElement | null>
  title: string
  children: ReactNode
}

function SideList({ ref, title, children }: SideListProps) {
  const headingId = useId()
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="outline-none rounded-card border border-line bg-surface-raised p-2 shadow-raised"
    >
      <h2 id={headingId} className="px-2 pt-1 pb-1 font-medium text-ink-soft text-sm">
        {title}
      </h2>
      <ul className="flex flex-col">{children}</ul>
    </section>
  )
}
