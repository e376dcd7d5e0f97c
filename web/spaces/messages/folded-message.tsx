import { useEffect, useRef } from 'react'
import { type Folds, MESSAGES } from '../../../contract/blocks.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'

/** What stands in place of a message between two of whom one blocked the other. */
export function foldOf({ user }: Pick<SpaceMessage, 'user'>, folds: Folds): string | undefined {
  if (!user) return undefined
  if (folds.blocked.includes(user._id)) return MESSAGES.foldedBlocked
  return folds.hidden.includes(user._id) ? MESSAGES.foldedHidden : undefined
}

interface FoldedMessageProps {
  messageId: string
  text: string
  onShow: () => void
}

/** One line; a press shows the message in its place, and focus stays with it. */
export function FoldedMessage({ messageId, text, onShow }: FoldedMessageProps) {
  const isPressed = useRef(false)
  useEffect(
    () => () => {
      if (!isPressed.current) return
      queueMicrotask(() =>
        document.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`)?.focus(),
      )
    },
    [messageId],
  )
  return (
    <li
      data-folded-id={messageId}
      className="flex flex-wrap items-center gap-x-1.5 pt-2 text-ink-soft text-sm"
    >
      {text}
      <span aria-hidden>·</span>
      <button
        type="button"
        onClick={() => {
          isPressed.current = true
          onShow()
        }}
        className="min-h-11 rounded-sm px-1 font-medium underline sm:min-h-6"
      >
        Show
      </button>
    </li>
  )
}
