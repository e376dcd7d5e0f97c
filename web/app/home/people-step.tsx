import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES, type Person } from '../../../contract/friends.ts'
import { discoverOptions, requestsOptions } from '../../friends/api.ts'
import { memberOptions } from '../../profile/api.ts'
import { mySpacesOptions } from '../../spaces/api.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFriendActions, usePendingRelations } from '../friendship/friend-actions.ts'
import { FriendButtons } from '../friendship/friend-buttons.tsx'
import {
  type FriendActionKind,
  RELATION_AFTER,
  type Relation,
  relationToDiscovered,
  relationToMember,
} from '../friendship/relation.ts'
import { useHasInvitation } from '../may-invite.ts'
import { paths } from '../paths.ts'
import { PersonLink } from '../person-link.tsx'
import { useUser } from '../session.tsx'

const SHOWN_MAX = 4

/** Who may be known: those who asked first, as who invited does, then people of one's spaces. */
export function PeopleStep() {
  // Whoever was answered or asked in this visit stays where they stand, and so do those beside
  // them.
  const [kept, setKept] = useState<PersonToMeet[]>([])
  const { people, isPending, discover } = usePeopleToMeet(kept)
  const relations = usePendingRelations()
  const act = useFriendActions('row', (failed) =>
    setKept((before) => before.filter(({ person }) => person._id !== failed.person._id)),
  )
  const hasInvitation = useHasInvitation()

  function change(kind: FriendActionKind, { person, relation: before }: PersonToMeet) {
    const relation = RELATION_AFTER[kind]
    setKept(people.map((one) => (one.person._id === person._id ? { person, relation } : one)))
    act({ kind, person, before })
  }

  if (isPending) return <Skeleton className="h-64 rounded-control" />
  if (people.length === 0 && discover.isLoadingError)
    return <ErrorState text={MESSAGES.usersFailed} query={discover} />
  return (
    <div className="flex flex-col items-start gap-2">
      {people.length === 0 && (
        <p className="text-ink-soft">
          Nobody else is here yet.{hasInvitation && ' Invite somebody with your link.'}
        </p>
      )}
      <ul className="flex w-full flex-col">
        {people.map(({ person, relation: known }) => {
          const relation = relations.get(person._id) ?? known
          return (
            <li key={person._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <PersonLink person={person} className="grow font-medium" />
              <FriendButtons
                relation={relation}
                username={person.username}
                onAct={(kind) => change(kind, { person, relation })}
              />
            </li>
          )
        })}
      </ul>
      <ButtonLink to={`${paths.friends}?tab=discover`} size="small">
        Find people
      </ButtonLink>
    </div>
  )
}

interface PersonToMeet {
  person: Person
  relation: Relation
}

function usePeopleToMeet(kept: PersonToMeet[]) {
  const { _id: ownId } = useUser()
  const requests = useQuery(requestsOptions)
  const discover = useInfiniteQuery(discoverOptions(''))
  const discovered = (discover.data?.pages[0] ?? []).map((person) => ({
    person,
    relation: relationToDiscovered(person),
  }))
  const { ofSpaces, isPending } = useSpacePeople(ownId, discover.isPending ? undefined : discovered)
  const asking = (requests.data ?? []).map(
    (person): PersonToMeet => ({ person, relation: 'received' }),
  )
  // Each where they stand first.
  const found = byId([...asking, ...ofSpaces, ...discovered])
  found.delete(ownId)
  const toMeet = [...found.values()].filter(isNoFriend)
  const people = byId([...kept.map((one) => found.get(one.person._id) ?? one), ...toMeet])
  const isFirstDrawn = useOnceTrue(!requests.isPending && !isPending)
  return { people: [...people.values()].slice(0, SHOWN_MAX), discover, isPending: !isFirstDrawn }
}

/** The first of each. */
function byId(people: PersonToMeet[]): Map<string, PersonToMeet> {
  const first = new Map<string, PersonToMeet>()
  for (const one of people) if (!first.has(one.person._id)) first.set(one.person._id, one)
  return first
}

function isNoFriend({ relation }: PersonToMeet): boolean {
  return relation !== 'friends'
}

/** What is read later is added to what stands there, which holds the focus. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return isTrue || wasTrue
}

/** Who does not stand among the newest members is read by their card. */
function useSpacePeople(ownId: string, known: PersonToMeet[] | undefined) {
  const spaces = useQuery(mySpacesOptions())
  const members = spaces.data?.flatMap((space) => space.members.map(({ _id }) => _id)) ?? []
  const found = byId(known ?? [])
  const ids = [...new Set(members)]
    .filter((id) => id !== ownId && found.get(id)?.relation !== 'friends')
    .slice(0, SHOWN_MAX)
  const [one, two, three, four] = known ? ids.filter((id) => !found.has(id)) : []
  // As many as are shown. What asks for any number would come with every page.
  const cards = [
    useQuery(memberOptions(one)),
    useQuery(memberOptions(two)),
    useQuery(memberOptions(three)),
    useQuery(memberOptions(four)),
  ]
  for (const { data: card } of cards) {
    if (card) found.set(card._id, { person: card, relation: relationToMember(card) })
  }
  return {
    ofSpaces: ids.flatMap((id) => found.get(id) ?? []),
    isPending: !known || spaces.isPending || cards.some((card) => card.isLoading),
  }
}
