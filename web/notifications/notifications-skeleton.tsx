import { Skeleton } from '../ui/skeleton.tsx'

const ROWS = ['first', 'second', 'third', 'fourth'] as const

export function NotificationsSkeleton() {
  return (
    <div role="status" className="pt-12 sm:pt-10">
      <span className="sr-only">Loading notifications</span>
      {ROWS.map((row) => (
        <div key={row} className="flex items-start gap-3 p-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-3 w-16" />
          </div>
        </div>
      ))}
    </div>
  )
}
