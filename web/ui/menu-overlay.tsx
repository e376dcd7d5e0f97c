import { Menu as BaseMenu } from '@base-ui/react/menu'
import clsx from 'clsx'
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { noteMenuButton } from './return-focus.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  isDanger?: boolean | undefined
  isDisabled?: boolean | undefined
  onSelect: () => void
}

export interface MenuProps {
  /** What the acts are about, e.g. 'Post options': names the button and the menu. */
  label: string
  items: readonly MenuItem[]
  /** Opens the menu; three dots unless given. */
  trigger?: ReactElement<ComponentProps<'button'>> | undefined
}

interface MenuOverlayProps extends MenuProps {
  trigger: ReactElement<ComponentProps<'button'>>
  /** What asked for it while its code was not there. */
  firstPress: Event
}

export function MenuOverlay({ label, items, trigger, firstPress }: MenuOverlayProps) {
  const button = useFirstPress(firstPress)
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger ref={button} render={trigger} />
      <BaseMenu.Portal render={<section aria-label={label} />}>
        <BaseMenu.Positioner align="end" sideOffset={4} collisionPadding={8} className="z-40">
          <BaseMenu.Popup className="min-w-44 max-w-[min(20rem,calc(100vw-1rem))] rounded-control border border-line bg-surface-raised p-1 shadow-floating transition duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {items.map((item) => (
              <BaseMenu.Item
                key={item.label}
                disabled={item.isDisabled}
                onClick={() => {
                  noteMenuButton(button.current)
                  item.onSelect()
                }}
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

/** Presses the button again, as it was pressed: what opens it decides where the focus begins. */
function useFirstPress(press: Event) {
  const button = useRef<HTMLButtonElement>(null)
  const servedPress = useRef<Event>(undefined)
  useEffect(() => {
    if (servedPress.current === press) return
    servedPress.current = press
    button.current?.focus({ preventScroll: true })
    button.current?.dispatchEvent(press)
  }, [press])
  return button
}
