import clsx from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useQuietNumbers } from '../app/session.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

interface FooterButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** What it counts or does: its name, and its tooltip. */
  label: string
  icon: ReactNode
  /** Shown from 1 on. */
  count: number
}

/** A press moves its icon; a colour that fades would paint the page anew in each frame. */
export function FooterButton({ label, icon, count, className, ...native }: FooterButtonProps) {
  const isQuiet = useQuietNumbers()
  const shownCount = count > 0 && !isQuiet ? shortened(count) : ''
  const isSome = count > 0 && isQuiet
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...native}
        aria-label={isSome ? `${label}, by somebody` : `${label} ${shownCount}`.trim()}
        className={clsx(
          'inline-flex min-h-11 min-w-11 select-none items-center justify-center gap-1.5 rounded-full px-2.5 text-ink-soft text-sm tabular-nums',
          'hover:bg-surface-hover hover:text-ink sm:min-h-9 sm:min-w-9',
          'aria-pressed:bg-ember-soft aria-pressed:font-semibold aria-pressed:text-ember',
          '[&_svg]:size-5 [&_svg]:transition-transform [&_svg]:duration-200 aria-pressed:[&_svg]:-rotate-12 aria-pressed:[&_svg]:scale-110',
          className,
        )}
      >
        {icon}
        {shownCount}
        {isSome && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      </button>
    </Tooltip>
  )
}

/** 1234 as 1.2K: the row must keep to one line on the smallest phone. */
function shortened(count: number): string {
  if (count < 1_000) return String(count)
  return new Intl.NumberFormat('en', { notation: 'compact' }).format(count)
}
