import { useInfiniteQuery } from '@tanstack/react-query'
import { DoorOpen, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DiscoveredPerson, MESSAGES } from '../../contract/friends.ts'
import { usePendingRelations } from '../app/friendship/friend-actions.ts'
import { relationToDiscovered } from '../app/friendship/relation.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { discoverOptions } from './api.ts'
import { ListEnd } from './list-end.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'

interface DiscoverTabProps {
  search: string
  onOpen: (memberId: string) => void
  invitation: ReactNode
}

export function DiscoverTab({ search, onOpen, invitation }: DiscoverTabProps) {
  const discover = useInfiniteQuery(discoverOptions(search))
  const isOutdated = useIsOutdated(discoverOptions(search).queryKey)
  const underway = usePendingRelations()
  const people = eachOnce(discover.data?.pages.flat())
  const isSearching = discover.isPlaceholderData
  if (discover.isPending || (isSearching && people.length === 0)) {
    return <PeopleSkeleton label="Loading people" />
  }
  if (!discover.data || (isOutdated && people.length === 0)) {
    return <ErrorState text={MESSAGES.usersFailed} query={discover} />
  }
  return (
    <PeopleList
      label="People to discover"
      // What was found before stays in sight until there is something else to say.
      search={isSearching ? '' : search}
      isSearching={isSearching}
      rows={people.map((person) => ({
        person,
        relation: underway.get(person._id) ?? relationToDiscovered(person),
      }))}
      onOpen={onOpen}
      outdated={isOutdated && <RefreshFailed text={MESSAGES.usersFailed} query={discover} />}
      empty={search ? <NobodyCalled name={search} /> : <NobodyElse>{invitation}</NobodyElse>}
      end={
        discover.hasNextPage && (
          <ListEnd
            length={people.length}
            isLoading={discover.isFetchingNextPage}
            problem={discover.isFetchNextPageError ? MESSAGES.usersFailed : undefined}
            onMore={() => discover.fetchNextPage({ cancelRefetch: false })}
          />
        )
      }
    />
  )
}

function NobodyCalled({ name }: { name: string }) {
  return (
    <EmptyState
      icon={<SearchX />}
      text={`Nobody here is called “${name}”. Perhaps under another name?`}
    />
  )
}

function NobodyElse({ children }: { children: ReactNode }) {
  return (
    <>
      <EmptyState
        icon={<DoorOpen />}
        title="Only you are here yet"
        text={
          children
            ? 'Somebody has to be the first. Send a friend your link, and keep them a seat.'
            : 'Somebody has to be the first. Nobody new can come in just now.'
        }
      />
      {children}
    </>
  )
}

/** Whoever joins while pages are read moves everybody on by one place. */
function eachOnce(people: DiscoveredPerson[] = []): DiscoveredPerson[] {
  return [...new Map(people.map((person) => [person._id, person])).values()]
}
