import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Space } from '../../contract/spaces.ts'
import { changeSpace } from './api.ts'
import { markRead } from './messages-api.ts'

/** What stands at the end, and is really looked at, is read: here at once, and for the server. */
export function useMarkingRead(
  { _id: spaceId, lastReadSeq }: Space,
  seq: number,
  isAtEnd: boolean,
) {
  const client = useQueryClient()
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const readSeq = useRef(lastReadSeq)
  useEffect(() => {
    if (!isAtEnd || !isVisible || seq === 0) return
    changeSpace(client, spaceId, (space) => ({
      ...space,
      unreadCount: 0,
      lastReadSeq: Math.max(space.lastReadSeq, seq),
    }))
    if (seq <= readSeq.current) return
    const before = readSeq.current
    readSeq.current = seq
    // If it fails, the next message tries again; nobody needs to be told.
    markRead(spaceId, seq).catch(() => {
      if (readSeq.current === seq) readSeq.current = before
    })
  }, [client, spaceId, seq, isAtEnd, isVisible])
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
