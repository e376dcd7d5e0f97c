import { useEffect, useRef } from 'react'
import { elementOf } from './scroll-to-message.ts'

/**
 * Brings a message into sight; resolves to whether it is there, and nobody gave it up meanwhile.
 */
export type GoToMessage = (messageId: string, signal?: AbortSignal) => Promise<boolean>

/**
 * From a dialog with messages to where one was said, which closes it. Whoever closes it first stays
 * where they are; of several the last one chosen counts.
 */
export function useLeadToMessage(goToMessage: GoToMessage, onClose: () => void) {
  const ledToId = useRef<string>(null)
  const underway = useRef<AbortController>(null)
  useEffect(() => () => underway.current?.abort(), [])
  return {
    async onChoose(messageId: string): Promise<void> {
      underway.current?.abort()
      const choice = new AbortController()
      underway.current = choice
      if (!(await goToMessage(messageId, choice.signal))) return
      ledToId.current = messageId
      onClose()
    },
    returnFocus: () => (ledToId.current ? elementOf(document, ledToId.current) : null),
  }
}
