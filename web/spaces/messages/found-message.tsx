import { type ReactNode, useState } from 'react'
import type { Folds } from '../../../contract/blocks.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { foldOf } from './folded-message.tsx'
import { messageTextOf } from './message-text.ts'

interface FoundMessageProps {
  message: SpaceMessage
  folds: Folds
  onChoose: (messageId: string) => Promise<void>
  children?: ReactNode
}

/** A message in a list of some: a press leads to where it was said. */
export function FoundMessage({ message, folds, onChoose, children }: FoundMessageProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function choose() {
    setIsBusy(true)
    await onChoose(message._id)
    setIsBusy(false)
  }
  return (
    <button
      type="button"
      aria-busy={isBusy}
      onClick={choose}
      className="flex min-h-12 min-w-0 flex-1 flex-col gap-0.5 rounded-control px-2 py-2 text-start transition-colors duration-150 hover:bg-surface-hover"
    >
      <span className="flex w-full items-baseline gap-2 text-sm">
        <span dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold">
          {message.user?.username ?? 'Someone'}
        </span>
        <RelativeTime dateTime={message.createdAt} className="shrink-0 text-ink-soft text-xs" />
      </span>
      <span dir="auto" className="wrap-anywhere line-clamp-3 w-full whitespace-pre-line">
        {foldOf(message, folds) ?? children ?? messageTextOf(message)}
      </span>
    </button>
  )
}
