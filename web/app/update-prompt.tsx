import { Sparkles } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { useAvailableUpdate, useReloadWhenIdle } from './update.ts'

interface UpdatePromptProps {
  reload?: () => void
}

/**
 * Says that a new version waits for what is unsent or open; drafts and outbox items outlive the
 * reload.
 */
export function UpdatePrompt({ reload }: UpdatePromptProps) {
  const isAvailable = useAvailableUpdate()
  useReloadWhenIdle(reload)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-16 z-30 flex justify-center px-4"
    >
      {isAvailable && (
        <div className="pointer-events-auto flex items-center gap-3 rounded-full border border-line bg-surface-raised py-1.5 ps-4 pe-1.5 shadow-floating">
          <Sparkles aria-hidden className="size-4 shrink-0 text-ember" />A new version is ready
          <Button size="small" className="rounded-full" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}
