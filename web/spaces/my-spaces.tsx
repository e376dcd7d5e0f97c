import { useQuery } from '@tanstack/react-query'
import { Sofa } from 'lucide-react'
import { Suspense } from 'react'
import { MESSAGES } from '../../contract/spaces.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { optionalChunk } from '../platform/lazy-chunk.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { mySpacesOptions } from './api.ts'
import { NoneFound } from './discover.tsx'
import { GridSkeleton, SpaceGrid, useRemainingSpaces } from './space-grid.tsx'
import { matches } from './space-state.ts'

const MyRequests = optionalChunk(() => import('./membership/my-requests.tsx'), 'MyRequests')

const LOAD_FAILED = 'Your spaces could not be loaded.'

interface MySpacesProps {
  filter: { search: string; vibe: string }
  onShowAll: () => void
}

/** The spaces I am in, and my requests to be let into others. */
export function MySpaces({ filter, onShowAll }: MySpacesProps) {
  const read = useQuery(mySpacesOptions())
  const isOutdated = useIsOutdated(mySpacesOptions().queryKey)
  const mine = useRemainingSpaces(read.data ?? [], true)
  const spaces = mine.filter((space) => matches(space, filter))
  if (read.isPending) return <GridSkeleton />
  if (read.isLoadingError || (isOutdated && read.data?.length === 0)) {
    return <ErrorState text={LOAD_FAILED} query={read} />
  }
  return (
    <div className="flex flex-col gap-6">
      {isOutdated && <RefreshFailed text={LOAD_FAILED} query={read} />}
      {spaces.length > 0 ? (
        <SpaceGrid label="My Spaces" spaces={spaces} />
      ) : mine.length > 0 ? (
        <NoneFound isFiltered onShowAll={onShowAll} />
      ) : (
        <EmptyState icon={<Sofa />} text={MESSAGES.noneJoined} />
      )}
      <Suspense>
        <MyRequests isFailureSaid={isOutdated} />
      </Suspense>
    </div>
  )
}
