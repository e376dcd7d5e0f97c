import { useState } from 'react'
import type { SpaceMessage } from '../../../contract/space-messages.ts'

/** Which of one's own messages is being edited; one at a time. */
export function useEditing(
  spaceId: string,
  messages: readonly SpaceMessage[],
  viewerId: string,
  onStopped: () => void,
) {
  const [editingId, setEditingId] = useState<string>()
  return {
    spaceId,
    editingId,
    start: setEditingId,
    /** False when there is nothing of mine. */
    startLast() {
      const last = messages.findLast(({ user }) => user?._id === viewerId)
      if (last) setEditingId(last._id)
      return last !== undefined
    },
    stop() {
      setEditingId(undefined)
      onStopped()
    },
  }
}

/** With it goes what else begins in the composer. */
export interface Editing extends ReturnType<typeof useEditing> {
  /** Answers a message; not where one can only read. */
  reply: ((message: SpaceMessage) => void) | undefined
}
