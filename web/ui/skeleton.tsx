import clsx from 'clsx'

/** A calm placeholder; give it the final size by `className`, so that nothing moves later. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden
      className={clsx(
        'animate-pulse rounded-control bg-surface-hover motion-reduce:animate-none',
        className,
      )}
    />
  )
}
