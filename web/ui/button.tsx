import { Button as BaseButton } from '@base-ui/react/button'
import clsx from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from './button-style.ts'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  /** While its act is under way: keeps width and focus, shows a spinner, ignores presses. */
  busy?: boolean | undefined
  children: ReactNode
}

/** A button; `type` is 'button' unless given. */
export function Button({ variant, size, busy = false, className, ...rest }: ButtonProps) {
  const { children, disabled, ...native } = rest
  return (
    <BaseButton
      {...native}
      disabled={disabled || busy}
      focusableWhenDisabled={busy}
      aria-busy={busy || undefined}
      className={buttonClasses({ variant, size }, className)}
    >
      <span className={clsx('inline-flex items-center justify-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
      {busy && <Spinner className="absolute" />}
    </BaseButton>
  )
}
