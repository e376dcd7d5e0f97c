import { Menu as BaseMenu } from '@base-ui/react/menu'
import clsx from 'clsx'
import { Ellipsis } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

interface MenuItem {
  label: string
  icon?: ReactNode
  isDanger?: boolean | undefined
  isDisabled?: boolean | undefined
  onSelect: () => void
}

interface MenuProps {
  /** What the acts are about, e.g. 'Post options': names the button and the menu. */
  label: string
  items: readonly MenuItem[]
  /** Opens the menu; three dots unless given. */
  trigger?: ReactElement | undefined
}

/** Acts of second rank, behind a button. */
export function Menu({ label, items, trigger }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger ?? <IconButton label={label} icon={<Ellipsis />} />} />
      <BaseMenu.Portal render={<section aria-label={label} />}>
        <BaseMenu.Positioner align="end" sideOffset={4} collisionPadding={8} className="z-40">
          <BaseMenu.Popup className="min-w-44 max-w-[min(20rem,calc(100vw-1rem))] rounded-control border border-line bg-surface-raised p-1 shadow-floating transition duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {items.map((item) => (
              <BaseMenu.Item
                key={item.label}
                disabled={item.isDisabled}
                onClick={item.onSelect}
                className={clsx(
                  'flex min-h-11 select-none items-center gap-3 rounded-lg px-3 py-1.5 outline-none data-highlighted:bg-surface-hover data-disabled:opacity-55 sm:min-h-9 [&_svg]:size-4.5 [&_svg]:shrink-0',
                  item.isDanger && 'text-danger',
                )}
              >
                {item.icon}
                {item.label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
