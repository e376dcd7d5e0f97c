import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { MESSAGES } from '../../contract/friends.ts'
import { usePendingRelations } from '../app/friendship/friend-actions.ts'
import { filterRequests } from '../app/friendship/people-filter.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { requestsOptions } from './api.ts'
import { NobodyFound } from './nobody-found.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'

interface RequestsTabProps {
  search: string
  onOpen: (memberId: string) => void
  onDiscover: () => void
}

/** Who asks to be a friend. An answer takes the row away; declining tells nobody. */
export function RequestsTab({ search, onOpen, onDiscover }: RequestsTabProps) {
  const requests = useQuery(requestsOptions)
  const isOutdated = useIsOutdated(requestsOptions.queryKey)
  const underway = usePendingRelations()
  if (requests.isPending) return <PeopleSkeleton label="Loading friend requests" />
  if (!requests.data || (isOutdated && requests.data.length === 0)) {
    return <ErrorState text={MESSAGES.requestsFailed} query={requests} />
  }
  const waiting = requests.data.filter(({ _id }) => !underway.has(_id))
  return (
    <PeopleList
      label="Friend requests"
      search={search}
      rows={filterRequests(search, waiting).map((person) => ({ person, relation: 'received' }))}
      areLeaving
      onOpen={onOpen}
      outdated={isOutdated && <RefreshFailed text={MESSAGES.requestsFailed} query={requests} />}
      empty={
        waiting.length > 0 ? (
          <NobodyFound search={search} onDiscover={onDiscover} />
        ) : (
          <EmptyState
            icon={<Inbox />}
            title="No requests waiting"
            text="When somebody asks to be your friend, you can answer them here."
            action={<Button onClick={onDiscover}>Discover people</Button>}
          />
        )
      }
    />
  )
}
