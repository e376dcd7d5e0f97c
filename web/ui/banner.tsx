import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { LightIconButton } from './light-icon-button.tsx'

const TONES = {
  success: { role: 'status', Icon: CircleCheck, box: 'bg-success-soft', icon: 'text-success' },
  info: { role: 'status', Icon: Info, box: 'bg-quiet', icon: 'text-ink-soft' },
  error: { role: 'alert', Icon: CircleAlert, box: 'bg-danger-soft', icon: 'text-danger' },
} as const

interface BannerProps {
  tone: keyof typeof TONES
  /** Given: a button dismisses it. */
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

/** A notice in the flow of the page: what happened, and stays to be read. */
export function Banner({ tone, onDismiss, children }: BannerProps) {
  const { role, Icon, box, icon } = TONES[tone]
  return (
    <div role={role} className={clsx('flex items-start gap-3 rounded-control px-4 py-3', box)}>
      <Icon aria-hidden className={clsx('mt-0.5 size-5 shrink-0', icon)} />
      <div className="min-w-0 flex-1">{children}</div>
      {onDismiss && (
        <LightIconButton
          label="Dismiss"
          icon={<X />}
          onClick={onDismiss}
          className="-my-1.5 -me-2"
        />
      )}
    </div>
  )
}
