import clsx from 'clsx'
import type { ReactNode } from 'react'

interface ListOverlayProps {
  isInDialog?: boolean | undefined
  children: ReactNode
}

/** Floats over the upper edge of what is seen of a list, which stays where it is. */
export function ListOverlay({ isInDialog, children }: ListOverlayProps) {
  return (
    <div className={clsx('sticky z-10 flex h-0 justify-center', isInDialog ? 'top-6' : 'top-25')}>
      <div className="h-fit -translate-y-1/2">{children}</div>
    </div>
  )
}
