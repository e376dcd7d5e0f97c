import { Skeleton } from '../ui/skeleton.tsx'

export function ProfileSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading profile</span>
      <div className="flex items-center gap-4">
        <Skeleton className="size-28 sm:size-32 rounded-full" />
        <div className="flex flex-1 flex-col gap-2.5">
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-5 w-36" />
          <Skeleton className="h-4 w-28" />
        </div>
      </div>
      <Skeleton className="h-24 w-full rounded-card" />
    </div>
  )
}
