import clsx from 'clsx'

/** Something here was not seen yet. What it is called says so in words. */
export function UnreadDot({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'size-2 shrink-0 rounded-full bg-ember-fill forced-color-adjust-none forced-colors:bg-[CanvasText]',
        className,
      )}
    />
  )
}
