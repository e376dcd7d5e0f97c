import clsx from 'clsx'

/** How a button looks; shared by `Button` and `ButtonLink`. */
export interface ButtonLook {
  /** The one main act of a view is primary; everything else is quiet. */
  variant?: 'primary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'medium' | undefined
}

const VARIANT_CLASSES = {
  primary: 'bg-ember-fill text-ember-ink hover:bg-ember-fill-hover',
  quiet: 'bg-quiet text-ink hover:bg-quiet-hover',
  danger: 'bg-danger-fill text-danger-ink hover:bg-danger-fill-hover',
}

const SIZE_CLASSES = {
  small: 'min-h-11 px-4 py-1 text-sm sm:min-h-8 sm:px-3',
  medium: 'min-h-11 px-5 py-2 sm:min-h-10',
}

export function buttonClasses(
  { variant = 'quiet', size = 'medium' }: ButtonLook,
  className?: string,
): string {
  return clsx(
    'relative inline-flex items-center justify-center gap-2 rounded-control font-semibold',
    'transition-colors duration-150 select-none',
    'disabled:opacity-55 aria-disabled:not-aria-busy:opacity-55',
    VARIANT_CLASSES[variant],
    SIZE_CLASSES[size],
    className,
  )
}
