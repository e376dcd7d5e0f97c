import type { Space } from '../../contract/spaces.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { SpaceAction } from './space-action.tsx'
import { SpaceCard } from './space-card.tsx'
import { usePendingExits } from './space-exit.ts'
import { SpaceMenu } from './space-menu.tsx'

const GRID_CLASSES = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

interface SpaceGridProps {
  label: string
  spaces: readonly Space[]
}

export function SpaceGrid({ label, spaces }: SpaceGridProps) {
  return (
    <ul aria-label={label} className={GRID_CLASSES}>
      {spaces.map((space) => (
        <li key={space._id}>
          <SpaceCard
            space={space}
            action={<SpaceAction space={space} />}
            menu={<SpaceMenu space={space} />}
          />
        </li>
      ))}
    </ul>
  )
}

/** Without what is being deleted, and, among one's own, without what is being left. */
export function useRemainingSpaces(spaces: readonly Space[], isMine: boolean): Space[] {
  const gone = usePendingExits()
    .filter(({ way }) => isMine || way === 'delete')
    .map(({ spaceId }) => spaceId)
  return spaces.filter(({ _id }) => !gone.includes(_id))
}

export function GridSkeleton() {
  return (
    <div role="status" aria-label="Loading spaces" className={GRID_CLASSES}>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-60 rounded-card" />
      ))}
    </div>
  )
}
