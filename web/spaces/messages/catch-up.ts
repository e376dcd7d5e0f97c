import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import { useIsLive, useOnReconnect } from '../../platform/realtime/use-realtime.ts'
import { type ChatEvent, type ChatLog, hasMissed } from './chat-log.ts'
import { readChanges } from './messages-api.ts'

const ASK_EVERY_MS = 4_000

interface CatchUpProps {
  spaceId: string
  log: ChatLog
  dispatch: Dispatch<ChatEvent>
  /** Newer messages may be missing: it is asked for them until they are read. */
  isOutdated: boolean
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** On reconnect, at a gap, and every few seconds without a line. Returns the way to do so now. */
export function useCatchUp(props: CatchUpProps): () => Promise<void> {
  const { spaceId, log, dispatch, isOutdated, onDone, onFailure } = props
  const isLive = useIsLive()
  const isMissing = hasMissed(log)
  const isOpen = log.floor !== null
  const isReading = useRef(false)
  const isBehind = useRef(false)

  async function catchUp() {
    if (isReading.current || !isOpen) return
    isReading.current = true
    try {
      for (let after = log.cursor; ; ) {
        isBehind.current = false
        const messages = await readChanges(spaceId, after)
        dispatch({ type: 'caught-up', messages })
        const reached = Math.max(after, ...messages.map(({ changeSeq }) => changeSeq))
        if (reached === after && !isBehind.current) break
        after = reached
      }
      onDone()
    } catch (error) {
      onFailure(error)
    } finally {
      isReading.current = false
    }
  }

  useOnReconnect(() => {
    // What is being read may have been answered before the break.
    isBehind.current = true
    void catchUp()
  })
  const catchUpNow = useEffectEvent(catchUp)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reconnection may have come before it was open
  useEffect(() => {
    if (isMissing || isBehind.current) void catchUpNow()
  }, [isMissing, isOpen])
  const isAsking = isOpen && (isMissing || isOutdated || !isLive)
  useEffect(() => {
    if (!isAsking) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void catchUpNow()
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isAsking])
  return catchUp
}
