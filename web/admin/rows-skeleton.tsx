import { Skeleton } from '../ui/skeleton.tsx'

export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <Skeleton key={index} className="h-16 rounded-control" />
      ))}
    </div>
  )
}
