import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { LightIconButton } from './light-icon-button.tsx'

const SHOWN_FOR_MS = { success: 5_000, alert: 10_000 }

export interface ToastMessage {
  id: number
  tone: 'success' | 'alert'
  text: string
  /** Of two about the same only the later is true. */
  about: string | undefined
}

interface ToastCardProps {
  toast: ToastMessage
  /** The member points at the toasts or is among them: none may leave now. */
  isHeld: boolean
  onDone: () => void
}

/** One toast; its time starts anew when it is let go. */
export function ToastCard({ toast, isHeld, onDone }: ToastCardProps) {
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => leave(), SHOWN_FOR_MS[toast.tone])
    return () => clearTimeout(timer)
  }, [isHeld, toast.tone])
  return (
    <div
      data-toast
      role={toast.tone === 'alert' ? 'alert' : undefined}
      className="pointer-events-auto in-data-covers:pointer-events-none flex items-start gap-3 rounded-control border border-line bg-surface-raised py-3 ps-4 pe-2 shadow-floating"
    >
      {toast.tone === 'alert' ? (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      ) : (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
      )}
      <p className="min-w-0 flex-1">{toast.text}</p>
      <LightIconButton
        label="Dismiss"
        icon={<X />}
        onClick={onDone}
        className="pointer-events-auto -my-1.5"
      />
    </div>
  )
}
