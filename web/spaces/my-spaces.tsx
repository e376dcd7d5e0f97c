import { useQuery } from '@tanstack/react-query'
import { Sofa } from 'lucide-react'
import { MESSAGES } from '../../contract/spaces.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { mySpacesOptions } from './api.ts'
import { MyRequests } from './my-requests.tsx'
import { GridSkeleton, SpaceGrid, useRemainingSpaces } from './space-grid.tsx'
import { matches } from './space-state.ts'

/** The spaces I am in, and my requests to be let into others. */
export function MySpaces({ filter }: { filter: { search: string; vibe: string } }) {
  const read = useQuery(mySpacesOptions())
  const mine = useRemainingSpaces(read.data ?? [], true)
  const spaces = mine.filter((space) => matches(space, filter))
  if (read.isPending) return <GridSkeleton />
  if (read.isLoadingError) {
    return (
      <ErrorState
        text="Your spaces could not be loaded."
        onRetry={() => read.refetch()}
        isRetrying={read.isFetching}
      />
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {spaces.length > 0 ? (
        <SpaceGrid label="My Spaces" spaces={spaces} />
      ) : (
        <EmptyState
          icon={<Sofa />}
          text={mine.length > 0 ? MESSAGES.noneFound : MESSAGES.noneJoined}
        />
      )}
      <MyRequests />
    </div>
  )
}
