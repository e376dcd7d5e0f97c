import { Skeleton } from '../../ui/skeleton.tsx'

export function SettingsSkeleton() {
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-surface-raised p-4 sm:p-6">
      <p role="status" className="text-ink-soft">
        Loading profile…
      </p>
      <div className="flex items-center gap-4">
        <Skeleton className="size-24 rounded-full" />
        <Skeleton className="h-10 w-36" />
      </div>
      <Skeleton className="h-17 w-full" />
      <Skeleton className="h-17 w-full" />
      <Skeleton className="h-17 w-full" />
      <Skeleton className="h-36 w-full" />
    </div>
  )
}
