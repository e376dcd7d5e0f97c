import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  label: string
  /** The button that opens it; accepts native attributes and a ref. */
  trigger: ReactElement<ComponentProps<'button'>>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

export function PopoverOverlay({ label, trigger, isOpen, onOpenChange, children }: PopoverProps) {
  return (
    <BasePopover.Root open={isOpen} onOpenChange={onOpenChange}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner sideOffset={6} collisionPadding={8} className="z-40">
          <BasePopover.Popup
            aria-label={label}
            className="max-w-[calc(100vw-1rem)] rounded-card border border-line bg-surface-raised p-2 shadow-floating transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
