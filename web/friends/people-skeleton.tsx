import { Skeleton } from '../ui/skeleton.tsx'

const ROWS = ['one', 'two', 'three', 'four', 'five'] as const

export function PeopleSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="flex flex-col">
      <span className="sr-only">{label}</span>
      {ROWS.map((row) => (
        <div key={row} className="flex h-16 items-center gap-3 px-2">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-48 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
