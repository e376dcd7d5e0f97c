import { type Dispatch, useEffect, useRef } from 'react'
import { useIsLive, useOnReconnect } from '../platform/realtime/use-realtime.ts'
import { type ChatEvent, type ChatLog, hasMissed } from './chat-log.ts'
import { readChanges } from './messages-api.ts'

const ASK_EVERY_MS = 4_000

/**
 * Asks for what was missed: when the line comes up again, when the stream shows that something is
 * missing, and every few seconds while there is no line.
 */
export function useCatchUp(
  spaceId: string,
  log: ChatLog,
  dispatch: Dispatch<ChatEvent>,
  onFailure: (error: unknown) => void,
): void {
  const isLive = useIsLive()
  const isMissing = hasMissed(log)
  const isOpen = log.floor !== null
  const cursor = useRef(log.cursor)
  const underway = useRef(false)
  const latest = useRef(catchUp)
  useEffect(() => {
    cursor.current = log.cursor
    latest.current = catchUp
  })

  async function catchUp() {
    if (underway.current || !isOpen) return
    underway.current = true
    try {
      for (let after = cursor.current; ; ) {
        const messages = await readChanges(spaceId, after)
        dispatch({ type: 'caught-up', messages })
        const reached = Math.max(after, ...messages.map(({ changeSeq }) => changeSeq))
        if (reached === after) break
        after = reached
      }
    } catch (error) {
      onFailure(error)
    } finally {
      underway.current = false
    }
  }

  useOnReconnect(() => void latest.current())
  useEffect(() => {
    if (isMissing) void latest.current()
  }, [isMissing])
  const isAsking = isOpen && (isMissing || !isLive)
  useEffect(() => {
    if (!isAsking) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void latest.current()
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isAsking])
}
