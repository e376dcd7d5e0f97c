import { useQuery } from '@tanstack/react-query'
import { Sofa } from 'lucide-react'
import type { ReactNode } from 'react'
import { MESSAGES } from '../../contract/spaces.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { discoverOptions, type SpacesFilter } from './api.ts'
import { GridSkeleton, SpaceGrid, useRemainingSpaces } from './space-grid.tsx'

const LOAD_FAILED = 'The spaces could not be loaded.'

interface DiscoverProps {
  filter: SpacesFilter
  linkToPage: (page: number) => string
  onShowAll: () => void
}

export function Discover({ filter, linkToPage, onShowAll }: DiscoverProps) {
  const { page, search, vibe } = filter
  const read = useQuery(discoverOptions({ page, search, vibe }))
  const isOutdated = useIsOutdated(discoverOptions({ page, search, vibe }).queryKey)
  const spaces = useRemainingSpaces(read.data?.spaces ?? [], false)
  if (read.isPending) return <GridSkeleton />
  if (read.isLoadingError || (isOutdated && read.data?.spaces.length === 0)) {
    return <ErrorState text={LOAD_FAILED} query={read} />
  }
  const totalPages = read.data.totalPages
  return (
    <div aria-busy={read.isPlaceholderData} className={read.isPlaceholderData ? 'opacity-60' : ''}>
      {isOutdated && <RefreshFailed text={LOAD_FAILED} query={read} />}
      {spaces.length > 0 ? (
        <SpaceGrid label="Spaces" spaces={spaces} />
      ) : (
        <NoneFound isFiltered={search + vibe !== '' || page > 1} onShowAll={onShowAll} />
      )}
      {(totalPages > 1 || page > 1) && (
        <Pages page={page} totalPages={totalPages} linkToPage={linkToPage} />
      )}
    </div>
  )
}

interface NoneFoundProps {
  /** Something, or a later page, was looked for; else there are none at all. */
  isFiltered: boolean
  onShowAll: () => void
}

export function NoneFound({ isFiltered, onShowAll }: NoneFoundProps) {
  return (
    <EmptyState
      icon={<Sofa />}
      title={MESSAGES.noneFound}
      text={
        isFiltered
          ? 'Nothing here matches what you look for.'
          : 'There are none yet. The first could be yours.'
      }
      action={isFiltered && <Button onClick={onShowAll}>Show all spaces</Button>}
    />
  )
}

interface PagesProps {
  page: number
  totalPages: number
  linkToPage: (page: number) => string
}

function Pages({ page, totalPages, linkToPage }: PagesProps) {
  const before = Math.min(page - 1, Math.max(totalPages, 1))
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-center gap-3">
      <PageLink to={page > 1 ? linkToPage(before) : undefined}>Previous</PageLink>
      <p aria-live="polite" className="text-ink-soft text-sm tabular-nums">
        {`Page ${page} of ${Math.max(totalPages, 1)}`}
      </p>
      <PageLink to={page < totalPages ? linkToPage(page + 1) : undefined}>Next</PageLink>
    </nav>
  )
}

/** Where there is no such page, the button stays in its place, so that the other does not move. */
function PageLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return <Button disabled>{children}</Button>
  return <ButtonLink to={to}>{children}</ButtonLink>
}
