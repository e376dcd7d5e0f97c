import { Dialog } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type ColorPalette, DEFAULT_PALETTE } from '../../../contract/spaces.ts'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import { BACKDROP_CLASSES } from '../../ui/dialog-style.ts'
import { useTitle } from '../../ui/page-title.tsx'
import { PALETTE_CLASSES, usePaletteStyle } from '../palette-style.ts'
import { useVisibleArea } from './visible-area.ts'
import { useIsWide } from './wide-layout.ts'

const SpacesPanel = optionalChunk(() => import('../spaces-panel.tsx'), 'SpacesPanel')

interface ChatFrameProps {
  title: string
  /** None while it is not known. */
  palette: ColorPalette | undefined
  /** Esc, or a press beside it. */
  onClose: () => void
  /** In a wide window; my rooms unless given. */
  beside?: ReactNode
  children: ReactNode
}

/**
 * What an open space stands in: the whole screen of a phone or a wide window, a large card else.
 */
export function ChatFrame({ title, palette, onClose, beside, children }: ChatFrameProps) {
  const popup = useRef<HTMLDivElement>(null)
  const paletteStyle = usePaletteStyle(palette ?? DEFAULT_PALETTE)
  const area = useVisibleArea()
  const isWide = useIsWide()
  useTabTitle(title)
  useReturnedFocus()
  return (
    // A press on a toast is beside the space, too, and must not close it: the backdrop does.
    <Dialog.Root open disablePointerDismissal onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASSES} onClick={onClose} />
        <Dialog.Popup
          ref={popup}
          aria-label={title}
          // Else some screen readers would begin to read out all that was ever said.
          initialFocus={(openedBy) =>
            (openedBy !== 'touch' && popup.current?.querySelector('textarea:not(fieldset *)')) ||
            popup.current
          }
          style={{ ...(palette ? paletteStyle : {}), ...area }}
          className={clsx(
            palette ? PALETTE_CLASSES : 'bg-surface text-ink',
            'fixed inset-x-0 top-0 z-30 flex h-dvh flex-col overflow-hidden pt-safe px-safe pb-safe outline-none',
            isWide
              ? 'inset-0'
              : 'sm:inset-0 sm:m-auto sm:h-[min(56rem,100dvh-2rem)] sm:w-[calc(100%-2rem)] sm:max-w-3xl sm:rounded-dialog sm:shadow-floating',
          )}
        >
          <div className="flex min-h-0 flex-1">
            {isWide && (
              <Suspense fallback={<div className="w-72 shrink-0" />}>
                {beside ?? <SpacesPanel />}
              </Suspense>
            )}
            <div className="flex min-w-0 flex-1 flex-col">{children}</div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Focus goes back to what opened the space, or where that is gone to what would open it again. */
function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement)
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  useEffect(() => {
    lastPath.current = pathname
  }, [pathname])
  useEffect(
    () => () => {
      // After the heading of the list, which every arrival gives the focus to.
      requestAnimationFrame(() => {
        if (document.querySelector('[role="dialog"]')) return
        const isThere = opener instanceof HTMLElement && opener.isConnected
        const again = document.querySelector<HTMLElement>(
          `main a:is([href="${lastPath.current}"], [href^="${lastPath.current}?"])`,
        )
        const target = isThere && opener !== document.body ? opener : again
        target?.focus({ preventScroll: true })
      })
    },
    [opener],
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
