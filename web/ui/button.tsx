import clsx from 'clsx'
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from './button-style.ts'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  /** While its act is under way: keeps width and focus, shows a spinner, ignores presses. */
  busy?: boolean | undefined
  children: ReactNode
}

export function Button({ variant, size, busy = false, className, ...rest }: ButtonProps) {
  const { children, disabled, ...native } = rest
  return (
    <button
      type="button"
      {...native}
      {...(busy && { onClick: ignorePress, 'aria-disabled': true, 'aria-busy': true })}
      disabled={disabled && !busy}
      className={buttonClasses({ variant, size }, className)}
    >
      <span className={clsx('inline-flex items-center justify-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
      {busy && <Spinner className="absolute" />}
    </button>
  )
}

/** One that was disabled would lose the focus, and a form would be sent by Enter all the same. */
function ignorePress(event: MouseEvent) {
  event.preventDefault()
}
