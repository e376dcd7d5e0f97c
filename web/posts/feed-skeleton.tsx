import { Skeleton } from '../ui/skeleton.tsx'
import { CARD_CLASSES } from './post-card.tsx'

const CARDS = ['words', 'picture', 'more words'] as const

export function FeedSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading posts</span>
      {CARDS.map((card) => (
        <CardSkeleton key={card} hasImage={card === 'picture'} />
      ))}
    </div>
  )
}

export function PostSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading post</span>
      <CardSkeleton hasImage={false} />
    </div>
  )
}

function CardSkeleton({ hasImage }: { hasImage: boolean }) {
  return (
    <div className={CARD_CLASSES}>
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-3/5" />
      {hasImage && <Skeleton className="aspect-3/2 w-full" />}
    </div>
  )
}
