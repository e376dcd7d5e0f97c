import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useBackToClose } from './dialog-history.ts'
import { BACKDROP_CLASSES, SHEET_CLASSES } from './dialog-style.ts'
import { IconButton } from './icon-button.tsx'
import { useReturnFocus } from './return-focus.ts'
import { useSwipeDown } from './swipe-down.ts'

export interface DialogProps {
  isOpen: boolean
  /** Esc, the close button, a press outside or the back button. Keep it open to refuse. */
  onClose: () => void
  title: string
  description?: ReactNode
  /** Stays in sight below the scrolling content: usually the buttons. */
  footer?: ReactNode
  size?: 'medium' | 'large' | undefined
  /** The dialog is a place with its own URL: back leaves that URL, no entry of our own is made. */
  hasOwnUrl?: boolean | undefined
  /** One comes to write: by touch, too, the field has the focus, and stands above the keyboard. */
  isForWriting?: boolean
  /** What gets the focus when it closes; nothing, and that is what opened it. */
  returnFocus?: (() => HTMLElement | null) | undefined
  children?: ReactNode
}

export function DialogOverlay(props: DialogProps) {
  const { isOpen, onClose, title, description, footer, size = 'medium', children } = props
  const popup = useRef<HTMLDivElement>(null)
  const finalFocus = useFinalFocus(isOpen, popup, props.returnFocus)
  useBackToClose(isOpen && !props.hasOwnUrl, onClose)
  const swipe = useSwipeDown(popup, onClose)
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={BACKDROP_CLASSES} />
        <BaseDialog.Popup
          ref={popup}
          finalFocus={finalFocus}
          initialFocus={(openedBy) =>
            firstFocus(popup.current, openedBy === 'touch' && !props.isForWriting)
          }
          className={clsx(
            SHEET_CLASSES,
            size === 'large' ? 'sm:max-w-2xl' : 'sm:max-w-md',
            props.isForWriting && 'max-sm:h-[92dvh]',
          )}
        >
          <div {...swipe} className="flex items-start gap-3 ps-5 pe-3 pt-4 max-sm:touch-none">
            <Grip />
            <BaseDialog.Title
              dir="auto"
              className="wrap-anywhere min-w-0 flex-1 pt-1.5 font-semibold font-serif text-xl leading-8 sm:pt-0.5"
            >
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close render={<IconButton label="Close" icon={<X />} />} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">
            {description && (
              <BaseDialog.Description className="pb-3 text-ink-soft">
                {description}
              </BaseDialog.Description>
            )}
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {footer}
            </div>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function Grip() {
  return (
    <span
      aria-hidden
      className="absolute inset-x-0 top-2 mx-auto h-1 w-9 rounded-full bg-line sm:hidden"
    />
  )
}

/** What is to be filled in, else the dialog itself; by touch no keyboard may spring up unasked. */
function firstFocus(popup: HTMLElement | null, isTouch: boolean): HTMLElement | null {
  if (isTouch) return popup
  return popup?.querySelector<HTMLElement>('input:not([type="file"]), textarea, select') ?? popup
}

/**
 * What was done in the dialog may have taken away what opened it: then what that stood in has the
 * focus.
 */
function useFinalFocus(
  isOpen: boolean,
  popup: RefObject<HTMLElement | null>,
  returnFocus: DialogProps['returnFocus'],
): () => HTMLElement | boolean {
  const opener = useReturnFocus(isOpen)
  return () => {
    // What was opened while the dialog left keeps the focus: a menu would close without it.
    const holder = document.activeElement?.closest('[role="menu"], [role$="dialog"]')
    if (holder && holder !== popup.current) return false
    const returned = returnFocus?.()
    if (returned) return returned
    // Its last press may have opened an editor, which has the focus by then.
    const isWriting = document.activeElement?.matches('textarea')
    if (isWriting && !popup.current?.contains(document.activeElement)) return false
    const menuButton = opener.menuButton()
    if (menuButton) return menuButton
    return opener.isGone() ? (opener.surroundings() ?? true) : true
  }
}
