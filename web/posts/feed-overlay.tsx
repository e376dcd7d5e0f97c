import type { ReactNode } from 'react'

/** Floats over the upper edge of what is seen of the feed, which stays where it is. */
export function FeedOverlay({ children }: { children: ReactNode }) {
  return (
    <div className="sticky top-25 z-10 flex h-0 justify-center">
      <div className="h-fit -translate-y-1/2">{children}</div>
    </div>
  )
}
