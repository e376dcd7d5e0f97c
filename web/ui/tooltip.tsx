import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

interface TooltipProps {
  /** A few words; never the only place something is said, as touch has no hover. */
  text: ReactNode
  /** One focusable element that accepts native attributes and a ref. */
  children: ReactElement
}

/** Explains its child on hover and on keyboard focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      {/* Only for the eye: what it says is in its child's name or in the page already. */}
      <BaseTooltip.Portal aria-hidden>
        <BaseTooltip.Positioner sideOffset={6} collisionPadding={8} className="z-40">
          <BaseTooltip.Popup className="max-w-64 rounded-lg bg-ink px-2.5 py-1.5 text-surface text-sm transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
