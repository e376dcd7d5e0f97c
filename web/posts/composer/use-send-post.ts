import { useEffect, useRef, useState } from 'react'
import { MESSAGES } from '../../../contract/posts.ts'
import { sessionSignal } from '../../platform/token-store.ts'
import { useToast } from '../../ui/toast.tsx'
import { type NewPost, useCreatePost, usePendingPost } from '../api.ts'

/**
 * Sends a post, and calls back once the server or the outbox has it. Who leaves the screen
 * meanwhile gets the outcome by a toast; who comes back finds it still pending, and can still stop
 * it.
 */
export function useSendPost(onMade: () => void) {
  const creation = useCreatePost()
  const pending = usePendingPost()
  const isWatched = useIsMounted()
  const toast = useToast()
  const [end, setEnd] = useState<'sent' | 'waiting'>()
  /** Null while another visit to the screen counts it. */
  const [progress, setProgress] = useState<number | null>(null)

  /** Rejects unless it was cancelled. */
  async function send(post: NewPost, idempotencyKey: string): Promise<void> {
    if (pending) return
    const stop = new AbortController()
    const session = sessionSignal()
    setProgress(0)
    try {
      const made = await creation.mutateAsync({
        ...{ post, idempotencyKey, stop },
        onProgress: setProgress,
      })
      setEnd(made ? 'sent' : 'waiting')
      onMade()
      if (made && !isWatched.current) toast.success(MESSAGES.created)
    } catch (error) {
      if (stop.signal.aborted) return
      if (!isWatched.current && !session.aborted) toast.alert(MESSAGES.createFailed)
      throw error
    } finally {
      setProgress(null)
    }
  }

  const status = end ?? (pending || progress !== null ? 'sending' : 'writing')
  return { status, progress, send, cancel: () => pending?.stop.abort() } as const
}

function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
