import clsx from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** What pressing it does: its name for screen readers, and its tooltip. */
  label: string
  /** One icon, drawn at 20 px. */
  icon: ReactNode
}

/** The browser draws its tooltip: pages before the sign-in need not wait for the code of ours. */
export function LightIconButton({ label, icon, className, ...native }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...native}
      aria-label={label}
      className={clsx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-soft',
        'transition-colors duration-150 hover:bg-surface-hover hover:text-ink sm:size-9',
        'disabled:opacity-55 aria-pressed:bg-ember-soft aria-pressed:text-ember [&_svg]:size-5',
        className,
      )}
    >
      {icon}
    </button>
  )
}
