import { Dialog } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { type ColorPalette, DEFAULT_PALETTE } from '../../contract/spaces.ts'
import { BACKDROP_CLASSES } from '../ui/dialog-style.ts'
import { useTitle } from '../ui/page-title.tsx'
import { PALETTE_CLASSES, usePaletteStyle } from './palette-style.ts'
import { useVisibleArea } from './visible-area.ts'

interface ChatFrameProps {
  /** The space's name, for screen readers and the browser's tab. */
  title: string
  /** None while it is not known. */
  palette: ColorPalette | undefined
  /** Esc, or a press beside it. */
  onClose: () => void
  children: ReactNode
}

/** What an open space stands in: the whole screen of a phone, a large card elsewhere. */
export function ChatFrame({ title, palette, onClose, children }: ChatFrameProps) {
  const popup = useRef<HTMLDivElement>(null)
  const paletteStyle = usePaletteStyle(palette ?? DEFAULT_PALETTE)
  const area = useVisibleArea()
  useTabTitle(title)
  return (
    // A press on a toast is beside the space, too, and must not close it: the backdrop does.
    <Dialog.Root open disablePointerDismissal onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASSES} onClick={onClose} />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          style={{ ...(palette ? paletteStyle : {}), ...area }}
          className={clsx(
            palette ? PALETTE_CLASSES : 'bg-surface text-ink',
            'fixed inset-x-0 top-0 z-30 flex h-dvh flex-col overflow-hidden pt-safe px-safe pb-safe outline-none',
            'sm:inset-0 sm:m-auto sm:h-[min(56rem,100dvh-2rem)] sm:w-[calc(100%-2rem)] sm:max-w-3xl sm:rounded-dialog sm:shadow-floating',
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The list behind keeps its heading; the tab says which space is open over it. */
function useTabTitle(place: string): void {
  const title = useTitle(place)
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
