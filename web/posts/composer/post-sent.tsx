import { useEffect, useEffectEvent, useRef } from 'react'
import { MESSAGES, POST_REDIRECT_DELAY_MS } from '../../../contract/posts.ts'
import { Banner } from '../../ui/banner.tsx'

interface PostSentProps {
  /** False once it was closed by hand: it then leads nowhere. */
  isWaiting?: boolean
  /** What was said could be read. */
  onSeen: () => unknown
}

/** In place of the composer, until it leads to where the post stands. */
export function PostSent({ isWaiting = true, onSeen }: PostSentProps) {
  const notice = useRef<HTMLDivElement>(null)
  const end = useEffectEvent(onSeen)
  // The button that was pressed is gone; focus would be lost with it.
  useEffect(() => notice.current?.focus(), [])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => end(), POST_REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <Banner tone="success">{MESSAGES.created}</Banner>
    </div>
  )
}
