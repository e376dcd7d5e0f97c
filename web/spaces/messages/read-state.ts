import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { Space } from '../../../contract/spaces.ts'
import { updateCachedSpace } from '../api.ts'
import { markRoomRead } from '../space-summaries.ts'
import { createReadMark } from './read-mark.ts'

const TELL_EVERY_MS = 1_000

/**
 * What stands at the end, and is really looked at, is read: here at once, and for the server in a
 * moment. `isDirect`: there at once, since with each message it is asked how many talks have news.
 */
export function useMarkMessagesRead(
  { _id: spaceId, lastReadSeq }: Space,
  seq: number,
  isAtEnd: boolean,
  isDirect: boolean,
) {
  const client = useQueryClient()
  const isVisible = useIsVisible()
  const [mark] = useState(() => createReadMark(spaceId, lastReadSeq, isDirect ? 0 : TELL_EVERY_MS))
  useEffect(() => {
    if (!isAtEnd || !isVisible || seq === 0) return
    updateCachedSpace(client, spaceId, (space) => ({
      ...space,
      unreadCount: 0,
      lastReadSeq: Math.max(space.lastReadSeq, seq),
    }))
    markRoomRead(client, spaceId)
    mark.tell(seq)
  }, [client, spaceId, mark, seq, isAtEnd, isVisible])
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the page is hidden
  useEffect(() => () => mark.tellNow(), [mark, isVisible])
}

/**
 * The last place in the order that the member has seen: what they had read on coming here, and
 * what they see arrive. Once something came while they were away, it stays before that. `messages`
 * are undefined until the chat is open.
 */
export function useSeenSeq(
  { lastReadSeq }: Space,
  messages: readonly SpaceMessage[] | undefined,
  viewerId: string,
  isAtEnd: boolean,
): number {
  const [seenSeq, setSeenSeq] = useState(lastReadSeq)
  const isReading = useIsVisible() && isAtEnd
  const knownSeq = useRef<number>(null)
  // Before the line could be painted above what is just being read.
  useLayoutEffect(() => {
    if (!messages) return
    const known = knownSeq.current
    const lastSeq = messages.at(-1)?.seq ?? 0
    knownSeq.current = lastSeq
    if (known === null || lastSeq <= known || !isReading) return
    const isUnseen = ({ seq, user }: SpaceMessage) =>
      seq > seenSeq && seq <= known && user?._id !== viewerId
    if (!messages.some(isUnseen)) setSeenSeq(lastSeq)
  }, [messages, viewerId, isReading, seenSeq])
  return seenSeq
}

function useIsVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
