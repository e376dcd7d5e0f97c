import { Ellipsis } from 'lucide-react'
import { cloneElement, Suspense, useState } from 'react'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { IconButton } from './icon-button.tsx'
import { loadOverlays, useOverlays } from './load-overlays.ts'
import type { MenuProps } from './menu-overlay.tsx'

const MenuOverlay = lazyChunk(loadOverlays, 'MenuOverlay')

type Trigger = NonNullable<MenuProps['trigger']>

/** Acts of second rank, behind a button. Until its first press there is only the button. */
export function Menu(props: MenuProps) {
  const [firstPress, setFirstPress] = useState<Event>()
  const isThere = useOverlays(firstPress !== undefined)
  const trigger: Trigger = props.trigger ?? <IconButton label={props.label} icon={<Ellipsis />} />
  if (firstPress && isThere)
    return (
      <Suspense>
        <MenuOverlay {...props} trigger={trigger} firstPress={firstPress} />
      </Suspense>
    )
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: ({ nativeEvent }) => setFirstPress(new MouseEvent('click', nativeEvent)),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setFirstPress(new KeyboardEvent('keydown', event.nativeEvent))
    },
  })
}
