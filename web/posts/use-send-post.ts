import { useEffect, useRef, useState } from 'react'
import { MESSAGES } from '../../contract/posts.ts'
import { useToast } from '../ui/toast.tsx'
import { type NewPost, useCreatePost, usePendingPost } from './api.ts'

interface SendPostOptions {
  /** The server has it, or it waits in the outbox. */
  onMade: () => void
  onFailure: (error: unknown) => void
}

/**
 * Sends a post, one at a time. Who leaves the screen meanwhile is told the end of it by a toast;
 * who comes back finds it still under way, and can still stop it.
 */
export function useSendPost({ onMade, onFailure }: SendPostOptions) {
  const creation = useCreatePost()
  const underway = usePendingPost()
  const isWatched = useIsMounted()
  const toast = useToast()
  const isBusy = useRef(false)
  const [end, setEnd] = useState<'sent' | 'waiting'>()
  /** Null while another visit to the screen counts it. */
  const [progress, setProgress] = useState<number | null>(null)

  async function send(post: NewPost, idempotencyKey: string): Promise<void> {
    if (isBusy.current || underway) return
    isBusy.current = true
    const stop = new AbortController()
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
      if (!stop.signal.aborted) onFailure(error)
      if (!stop.signal.aborted && !isWatched.current) toast.alert(MESSAGES.createFailed)
    } finally {
      isBusy.current = false
      setProgress(null)
    }
  }

  const status = end ?? (underway || progress !== null ? 'sending' : 'writing')
  return { status, progress, send, cancel: () => underway?.stop.abort() } as const
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
