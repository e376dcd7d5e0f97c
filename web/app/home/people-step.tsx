import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MESSAGES, type Person } from '../../../contract/friends.ts'
import { discoverOptions, requestsOptions } from '../../friends/api.ts'
import { memberOptions } from '../../profile/api.ts'
import { mySpacesOptions } from '../../spaces/api.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFriendActions, usePendingRelations } from '../friendship/friend-actions.ts'
import { FriendButtons } from '../friendship/friend-buttons.tsx'
import { type Relation, relationToDiscovered, relationToMember } from '../friendship/relation.ts'
import { useHasInvitation } from '../may-invite.ts'
import { paths } from '../paths.ts'
import { PersonLink } from '../person-link.tsx'
import { useUser } from '../session.tsx'

const SHOWN_MAX = 4

/** Who may be known: those who asked first, as who invited does, then people of one's spaces. */
export function PeopleStep() {
  const { people, isPending, discover } = usePeopleToMeet()
  const relations = usePendingRelations()
  const act = useFriendActions('row')
  const hasInvitation = useHasInvitation()
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
              <PersonLink person={person} className="flex-1 font-medium" />
              <FriendButtons
                relation={relation}
                username={person.username}
                onAct={(kind) => act({ kind, person, before: relation })}
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

function usePeopleToMeet() {
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
  const people = new Map<string, PersonToMeet>()
  for (const one of [...asking, ...ofSpaces, ...discovered]) {
    if (!people.has(one.person._id)) people.set(one.person._id, one)
  }
  people.delete(ownId)
  return {
    people: [...people.values()].slice(0, SHOWN_MAX),
    discover,
    isPending: requests.isPending || isPending,
  }
}

/** Who does not stand among the newest members is read by their card. */
function useSpacePeople(ownId: string, known: PersonToMeet[] | undefined) {
  const spaces = useQuery(mySpacesOptions())
  const members = spaces.data?.flatMap((space) => space.members.map(({ _id }) => _id)) ?? []
  const ids = [...new Set(members)].filter((id) => id !== ownId).slice(0, SHOWN_MAX)
  const found = new Map(known?.map((one) => [one.person._id, one]))
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
