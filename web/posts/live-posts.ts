import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useServerEvents } from '../platform/realtime/use-realtime.ts'
import { refreshPost } from './refresh-post.ts'

/** What happens to a post within this time is read at once; not by all who look at the same moment. */
const READ_AFTER_MS = 500
const SPREAD_MS = 1_000

/** Posts in sight follow live what people do with them; others wait until they come into sight. */
export function useLivePosts(): void {
  const client = useQueryClient()
  const changed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const readSoon = useEffectEvent(() => {
    if (changed.current.size === 0) return
    timer.current ??= setTimeout(readInSight, READ_AFTER_MS + Math.random() * SPREAD_MS)
  })

  function readInSight() {
    timer.current = undefined
    for (const postId of [...changed.current].filter(isInSight)) {
      changed.current.delete(postId)
      void refreshPost(client, postId)
    }
  }

  useServerEvents((event) => {
    if (event.type !== 'post_changed') return
    changed.current.add(event.postId)
    readSoon()
  })
  useEffect(() => {
    const listener = () => readSoon()
    document.addEventListener('scroll', listener, { passive: true })
    document.addEventListener('visibilitychange', listener)
    return () => {
      document.removeEventListener('scroll', listener)
      document.removeEventListener('visibilitychange', listener)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [])
}

function isInSight(postId: string): boolean {
  if (document.visibilityState !== 'visible') return false
  const card = document.querySelector(`[data-post="${postId}"]`)
  if (!card) return false
  const { top, bottom } = card.getBoundingClientRect()
  return bottom >= 0 && top <= innerHeight
}
