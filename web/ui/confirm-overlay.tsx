import { AlertDialog } from '@base-ui/react/alert-dialog'
import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { useBackToClose } from './dialog-history.ts'
import { BACKDROP_CLASSES, SHEET_CLASSES } from './dialog-style.ts'
import { isComposing } from './input-method.ts'
import { useReturnFocus } from './return-focus.ts'

export interface ConfirmDialogProps {
  isOpen: boolean
  /** Called when it was cancelled, and once `onConfirm` has succeeded. */
  onClose: () => void
  sentence: string
  /** What is at stake, where the question does not say it. */
  details?: ReactNode
  children?: ReactNode
  /** The act in a word or two, e.g. 'Delete'. */
  confirmLabel: string
  isDanger?: boolean | undefined
  /** The question is about a navigation that waits: it gets no history entry in its way. */
  isAboutLeaving?: boolean | undefined
  /** While its promise is open the dialog stays and cannot be left; a rejection is shown in it. */
  onConfirm: () => Promise<unknown>
  /** The sentence to show for what `onConfirm` rejected with. */
  describeError: (error: unknown) => string
  /** Asked on closing where focus goes; without an answer it goes back where it came from. */
  returnFocus?: (() => HTMLElement | null | undefined) | undefined
}

export function ConfirmOverlay(props: ConfirmDialogProps) {
  const { isOpen, sentence, details, confirmLabel, isDanger, returnFocus } = props
  const { isBusy, error, confirm, cancel } = useConfirmation(props)
  const opener = useReturnFocus(isOpen)
  useBackToClose(isOpen && !props.isAboutLeaving, cancel)
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={BACKDROP_CLASSES} />
        <AlertDialog.Popup
          finalFocus={() => {
            catchLostFocus(opener)
            return !moveFocus(returnFocus?.() ?? opener.menuButton())
          }}
          onKeyDown={(event) => isAnswer(event) && confirm()}
          className={clsx(SHEET_CLASSES, 'sm:max-w-md')}
        >
          <div className="flex flex-col gap-4 overflow-y-auto p-5">
            <AlertDialog.Title className="font-semibold font-serif text-xl">
              {sentence}
            </AlertDialog.Title>
            {details && (
              <AlertDialog.Description className="text-ink-soft">{details}</AlertDialog.Description>
            )}
            {props.children}
            {error && <Banner tone="error">{error}</Banner>}
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button onClick={cancel} disabled={isBusy}>
                Cancel
              </Button>
              <Button variant={isDanger ? 'danger' : 'primary'} busy={isBusy} onClick={confirm}>
                {confirmLabel}
              </Button>
            </div>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

const ONE_LINE = 'input:not([type=checkbox], [type=radio], [type=file], [type=range])'

/**
 * Enter in a one-line field, once there is something in it: one that is held since the question was
 * asked for answers nothing, nor what is meant for a list of choices, as a form would have it.
 */
function isAnswer({ key, repeat, nativeEvent, target }: KeyboardEvent): boolean {
  if (key !== 'Enter' || repeat) return false
  // What helps to type it took the key for itself.
  if (isComposing({ nativeEvent }) || nativeEvent.defaultPrevented) return false
  return target instanceof HTMLInputElement && target.matches(ONE_LINE) && target.value !== ''
}

/** A moment later, when the page can be reached again; false when there is nowhere to go. */
function moveFocus(target: HTMLElement | null | undefined): boolean {
  if (!target) return false
  queueMicrotask(() => target.focus({ preventScroll: true }))
  return true
}

/**
 * What asked may be gone, as a bar that shows by focus alone: nobody shall begin anew at the top.
 */
function catchLostFocus(opener: ReturnType<typeof useReturnFocus>) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      opener.surroundings()?.focus({ preventScroll: true })
  })
}

function useConfirmation({ onClose, onConfirm, describeError }: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function confirm() {
    if (isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setIsBusy(false)
    }
  }

  function cancel() {
    if (isBusy) return
    setError(undefined)
    onClose()
  }

  return { isBusy, error, confirm, cancel }
}
