import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

interface TooltipOverlayProps {
  text: ReactNode
  anchor: Element
  isOpen: boolean
  onClose: () => void
  /** The pointer came over the words themselves, or left them. */
  onReach: () => void
  onLeave: () => void
}

export function TooltipOverlay(props: TooltipOverlayProps) {
  const { text, anchor, isOpen, onClose, onReach, onLeave } = props
  return (
    <BaseTooltip.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      {/* Only for the eye: what it says is in its child's name or in the page already. */}
      <BaseTooltip.Portal aria-hidden>
        <BaseTooltip.Positioner
          anchor={anchor}
          sideOffset={6}
          collisionPadding={8}
          className="z-40"
        >
          <BaseTooltip.Popup
            onPointerEnter={onReach}
            onPointerLeave={onLeave}
            className="wrap-anywhere max-w-64 rounded-lg bg-ink px-2.5 py-1.5 text-surface text-sm transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
