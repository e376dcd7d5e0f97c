import clsx from 'clsx'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Person } from '../../contract/friends.ts'
import { useFriendActions } from '../app/friendship/friend-actions.ts'
import type { FriendActionKind, Relation } from '../app/friendship/relation.ts'
import { RemoveFriendDialog } from '../app/friendship/remove-friend-dialog.tsx'
import { ListEnd } from './list-end.tsx'
import { PersonRow } from './person-row.tsx'

/** A list of thousands is drawn as far as it is looked at. */
const SHOWN_AT_ONCE = 50

interface Row {
  person: Person
  relation: Relation
}

interface PeopleListProps {
  label: string
  search: string
  /** The rows belong to another search than the one just typed. */
  isSearching?: boolean
  rows: readonly Row[]
  /** What is done to a person takes their row away. */
  areLeaving?: boolean
  /** The list itself says how its people stand. */
  isRelationPlain?: boolean
  onOpen: (memberId: string) => void
  /** Stands in place of the rows when there are none. */
  empty: ReactNode
  /** Given: the rows are what was known before. */
  outdated?: ReactNode
  end?: ReactNode
}

export function PeopleList(props: PeopleListProps) {
  const { label, search, isSearching = false, rows, areLeaving = false } = props
  const { shown, showMore } = usePortion(rows, search)
  const { section, list, neighbourOf } = useNeighbours(rows)
  const noteFocus = useFocusOfRow(rows, { section, list })
  const act = useFriendActions('row')
  const removal = useRemoval(areLeaving ? neighbourOf : () => null)

  function perform(kind: FriendActionKind, { person, relation }: Row) {
    if (areLeaving) neighbourOf(person)?.focus({ preventScroll: true })
    act({ kind, person, before: relation })
  }

  return (
    <section ref={section} tabIndex={-1} aria-label={label} className="outline-none">
      {props.outdated}
      <FoundCount search={search} count={rows.length} />
      {rows.length === 0 && props.empty}
      <ul
        ref={list}
        aria-busy={isSearching}
        className={clsx('flex flex-col transition-opacity', isSearching && 'opacity-60')}
      >
        {shown.map((row) => (
          <PersonRow
            key={row.person._id}
            {...row}
            isRelationPlain={props.isRelationPlain}
            onFocus={() => noteFocus(row.person)}
            onOpen={() => props.onOpen(row.person._id)}
            onAct={(kind) => perform(kind, row)}
            onRemove={() => removal.ask(row.person)}
          />
        ))}
      </ul>
      {shown.length < rows.length && <ListEnd length={shown.length} onMore={showMore} />}
      {props.end}
      <RemoveFriendDialog
        {...removal.dialog}
        onConfirmed={(person) => {
          removal.rememberPlaceOf(person)
          act({ kind: 'remove', person, before: 'friends' })
        }}
      />
    </section>
  )
}

/** The first rows, and more of them when asked; another search begins again. */
function usePortion(rows: readonly Row[], search: string) {
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  const [countedFor, setCountedFor] = useState(search)
  if (search !== countedFor) {
    setCountedFor(search)
    setCount(SHOWN_AT_ONCE)
  }
  return {
    shown: rows.slice(0, count),
    showMore: () => setCount((before) => before + SHOWN_AT_ONCE),
  }
}

/** The friend somebody is about to remove, and where reading goes on once they are gone. */
function useRemoval(placeAfter: (person: Person) => HTMLElement | null) {
  const [friend, setFriend] = useState<Person>()
  const place = useRef<HTMLElement>(null)
  return {
    ask(person: Person) {
      place.current = null
      setFriend(person)
    },
    rememberPlaceOf(person: Person) {
      place.current = placeAfter(person)
    },
    dialog: { friend, onClose: () => setFriend(undefined), returnFocus: () => place.current },
  }
}

/** The row beside a person's, else the list itself. */
function useNeighbours(rows: readonly Row[]) {
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  function neighbourOf(person: Person): HTMLElement | null {
    const items = rowsIn(list)
    const index = rows.findIndex((row) => row.person._id === person._id)
    return items[index + 1] ?? items[index - 1] ?? section.current
  }
  return { section, list, neighbourOf }
}

/**
 * A row that goes by itself, as of who was just blocked, leaves the focus to the one in its place.
 */
function useFocusOfRow(
  rows: readonly Row[],
  { section, list }: Pick<ReturnType<typeof useNeighbours>, 'section' | 'list'>,
): (person: Person) => void {
  const latest = useRef<{ id: string; index: number }>(null)
  const indexOf = (id: string) => rows.findIndex(({ person }) => person._id === id)
  // Before a dialog that goes with the row gives it to the list as a whole.
  useLayoutEffect(() => {
    if (!latest.current) return
    const { id, index } = latest.current
    const now = indexOf(id)
    latest.current = now < 0 ? null : { id, index: now }
    if (now >= 0 || document.activeElement !== document.body) return
    const left = rowsIn(list)
    const next = left[index] ?? left.at(-1) ?? section.current
    next?.focus({ preventScroll: true })
  })
  return ({ _id: id }) => {
    latest.current = { id, index: indexOf(id) }
  }
}

function rowsIn({ current }: RefObject<HTMLElement | null>): HTMLElement[] {
  return current ? ([...current.children] as HTMLElement[]) : []
}

function FoundCount({ search, count }: { search: string; count: number }) {
  const people = count === 1 ? 'person' : 'people'
  return (
    <p role="status" className="sr-only">
      {search.trim() !== '' && `${count} ${people} found`}
    </p>
  )
}
