import { CornerUpRight } from 'lucide-react'
import type { Folds } from '../../../contract/blocks.ts'
import type { QuotedMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { foldOf } from './folded-message.tsx'

interface QuotedLineProps {
  quoted: QuotedMessage
  folds: Folds
  onGoToMessage: (messageId: string) => void
}

/** A line of what a message answers; a press leads there. */
export function QuotedLine({ quoted, folds, onGoToMessage }: QuotedLineProps) {
  const { _id: id, user, isDeleted } = quoted
  if (id === null || isDeleted)
    return <p className={CLASSES}>{isDeleted ? 'Message deleted' : 'An earlier message'}</p>
  return (
    <button
      type="button"
      onClick={() => onGoToMessage(id)}
      className={`${CLASSES} min-h-11 rounded-control text-start transition-colors duration-150 hover:bg-surface-hover sm:min-h-6`}
    >
      <CornerUpRight aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">In reply to </span>
      <span dir="auto" className="max-w-32 shrink-0 truncate font-semibold">
        {user?.username ?? 'Someone'}
      </span>
      <span dir="auto" className="min-w-0 truncate">
        {lineOf(quoted, folds)}
      </span>
    </button>
  )
}

/** What stands in the line: no word of what is folded away. */
export function lineOf(quoted: QuotedMessage, folds?: Folds): string {
  if (quoted.isDeleted) return 'Message deleted'
  return (folds && foldOf(quoted, folds)) || quoted.content || MESSAGES.sharedPost
}

const CLASSES = 'flex max-w-full items-center gap-1.5 px-1 text-ink-soft text-sm'
