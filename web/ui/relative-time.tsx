import { useSyncExternalStore } from 'react'
import { formatExactTime, formatRelativeTime } from './relative-time-format.ts'

const TICK_MS = 15_000

interface RelativeTimeProps {
  dateTime: string
  className?: string
  /** Where words stand before it. */
  isWithinSentence?: boolean
}

/** How long ago something was, kept current; the exact time is its title. */
export function RelativeTime({ dateTime, className = '', isWithinSentence }: RelativeTimeProps) {
  const label = useSyncExternalStore(onTick, () => formatRelativeTime(dateTime, Date.now()))
  // Only what is a block has a first letter.
  const written = isWithinSentence ? `inline-block first-letter:lowercase ${className}` : className
  return (
    <time dateTime={dateTime} title={formatExactTime(dateTime)} className={written}>
      {label}
    </time>
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all times on the page: a feed shows hundreds. */
function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const notify of listeners) notify()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
