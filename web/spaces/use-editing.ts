import { useState } from 'react'
import type { SpaceMessage } from '../../contract/space-messages.ts'

/** Which of one's own messages is being edited; one at a time. */
export function useEditing(
  messages: readonly SpaceMessage[],
  viewerId: string,
  onStopped: () => void,
) {
  const [editingId, setEditingId] = useState<string>()
  return {
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

export type Editing = ReturnType<typeof useEditing>
