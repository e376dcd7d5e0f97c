import { createContext, type ReactNode, Suspense, use, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { optionalChunk } from '../platform/lazy-chunk.ts'
import { loadOverlays } from './load-overlays.ts'
import { ToastCard, type ToastMessage } from './toast-card.tsx'
import { useToastHold } from './toast-hold.ts'

const MOST_AT_ONCE = 3

const ClearOfControls = optionalChunk(loadOverlays, 'ClearOfControls')

interface Toaster {
  /**
   * Something went well; said politely. `about`: what it takes the place of an earlier one about.
   */
  success: (text: string, about?: string) => void
  /** Something did not work; said at once, with `role="alert"`. */
  alert: (text: string) => void
}

const ToasterContext = createContext<Toaster | null>(null)

export function useToast(): Toaster {
  const toaster = use(ToasterContext)
  if (!toaster) throw new Error('No ToastProvider above')
  return toaster
}

/**
 * Holds at most three toasts at once; each leaves by itself unless the member is at them. On a
 * phone the newest of each tone is in sight, and one that has the focus.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ToastMessage[]>([])
  const toaster = useMemo(() => createToaster(setToasts), [])
  const stack = useRef<HTMLDivElement>(null)
  const { isHeld, handlers } = useToastHold(stack, toasts)
  const show = (tone: ToastMessage['tone']) =>
    toasts.map(
      (toast) =>
        toast.tone === tone && (
          <ToastCard
            key={toast.id}
            toast={toast}
            isHeld={isHeld}
            onDone={() => setToasts((all) => all.filter((each) => each !== toast))}
          />
        ),
    )
  return (
    <ToasterContext value={toaster}>
      {children}
      {createPortal(
        <div
          ref={stack}
          // In the corner of a wide window there is the least to read.
          className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+1rem)] z-50 mx-auto flex w-fit max-w-md flex-col gap-2 lg:me-0"
          {...handlers}
        >
          {/* `aria-live` keeps them heard while a dialog hides the rest of the page. */}
          <div role="status" aria-live="polite" aria-atomic={false} className="flex flex-col gap-2">
            {show('success')}
          </div>
          <div aria-live="assertive" className="flex flex-col gap-2">
            {show('alert')}
          </div>
          {toasts.length > 0 && !isHeld && (
            <Suspense>
              <ClearOfControls stack={stack} />
            </Suspense>
          )}
        </div>,
        document.body,
      )}
    </ToasterContext>
  )
}

function createToaster(setToasts: (update: (toasts: ToastMessage[]) => ToastMessage[]) => void) {
  let lastId = 0
  const add = (tone: ToastMessage['tone']) => (text: string, about?: string) => {
    const toast = { id: ++lastId, tone, text, about }
    setToasts((toasts) => {
      const others = toasts.filter((said) => !about || said.about !== about)
      return [...others, toast].slice(-MOST_AT_ONCE)
    })
  }
  return { success: add('success'), alert: add('alert') }
}
