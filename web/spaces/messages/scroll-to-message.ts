import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { MessageTarget } from './chat-history.ts'

const HIGHLIGHTED_MS = 4_000

/**
 * Brings the message one is led to into sight, with the focus; returns which it is for a moment.
 */
export function useScrollToMessage(
  messageTarget: MessageTarget | undefined,
  list: RefObject<HTMLElement | null>,
  onReach: (message: SpaceMessage) => void,
  shown: () => readonly SpaceMessage[],
): string | undefined {
  const [reached, setReached] = useState<MessageTarget>()
  const reach = useEffectEvent((to: MessageTarget) => {
    const message = shown().find(({ _id }) => _id === to.messageId)
    if (!message) return
    onReach(message)
    setReached(to)
    const element = elementOf(list.current, to.messageId)
    element?.scrollIntoView?.({ block: 'center' })
    element?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (!messageTarget) return
    // What is drawn for it is drawn at once, which nothing may that runs while drawing.
    queueMicrotask(() => reach(messageTarget))
    const timer = setTimeout(() => setReached(undefined), HIGHLIGHTED_MS)
    return () => clearTimeout(timer)
  }, [messageTarget])
  return reached?.messageId
}

/** The message, or the button that shows what is folded away. */
export function elementOf(within: ParentNode | null, messageId: string): HTMLElement | null {
  return (
    within?.querySelector<HTMLElement>(
      `[data-message-id="${messageId}"], [data-folded-id="${messageId}"] button`,
    ) ?? null
  )
}
