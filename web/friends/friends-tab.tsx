import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { MESSAGES } from '../../contract/friends.ts'
import { usePendingRelations } from '../app/friendship/friend-actions.ts'
import { filterFriends } from '../app/friendship/people-filter.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { friendsOptions } from './api.ts'
import { NobodyFound } from './nobody-found.tsx'
import { PeopleList } from './people-list.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'

interface FriendsTabProps {
  search: string
  onOpen: (memberId: string) => void
  onDiscover: () => void
}

export function FriendsTab({ search, onOpen, onDiscover }: FriendsTabProps) {
  const friends = useQuery(friendsOptions)
  const isOutdated = useIsOutdated(friendsOptions.queryKey)
  const underway = usePendingRelations()
  if (friends.isPending) return <PeopleSkeleton label="Loading friends" />
  if (!friends.data || (isOutdated && friends.data.length === 0)) {
    return <ErrorState text={MESSAGES.friendsFailed} query={friends} />
  }
  const staying = friends.data.filter(({ _id }) => (underway.get(_id) ?? 'friends') === 'friends')
  return (
    <PeopleList
      label="Friends"
      search={search}
      rows={filterFriends(search, staying).map((person) => ({ person, relation: 'friends' }))}
      areLeaving
      isRelationPlain
      onOpen={onOpen}
      outdated={isOutdated && <RefreshFailed text={MESSAGES.friendsFailed} query={friends} />}
      empty={
        staying.length > 0 ? (
          <NobodyFound search={search} onDiscover={onDiscover} />
        ) : (
          <EmptyState
            icon={<Users />}
            title="No friends yet"
            text="Good company starts with one hello. See who else is here, and ask somebody to be your friend."
            action={
              <Button variant="primary" onClick={onDiscover}>
                Discover people
              </Button>
            }
          />
        )
      }
    />
  )
}
