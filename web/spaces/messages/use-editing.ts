import { type RefObject, useMemo, useState } from 'react'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { useStableCallback } from '../../platform/stable-callback.ts'

interface EditingOptions {
  spaceId: string
  messages: readonly SpaceMessage[]
  viewerId: string
  composer: RefObject<HTMLElement | null>
  /** Answers a message; not where one can only read. The same function while it does the same. */
  reply: ((message: SpaceMessage) => void) | undefined
}

/**
 * Which of one's own messages is being edited, one at a time; and what else begins in the composer.
 */
export function useEditing({ spaceId, messages, viewerId, composer, reply }: EditingOptions) {
  const [editingId, setEditingId] = useState<string>()
  const startLast = useStableCallback(() => {
    const last = messages.findLast(({ user, added }) => !added && user?._id === viewerId)
    if (last) setEditingId(last._id)
    return last !== undefined
  })
  return useMemo(
    () => ({
      spaceId,
      editingId,
      reply,
      start: setEditingId,
      /** False when there is nothing of mine. */
      startLast,
      stop(isFocusHere: boolean) {
        setEditingId(undefined)
        if (isFocusHere) composer.current?.focus()
      },
    }),
    [spaceId, editingId, reply, startLast, composer],
  )
}

export type Editing = ReturnType<typeof useEditing>
