import { useEffect, useEffectEvent } from 'react'

/** The server's clock may be a little behind. */
const A_MOMENT_MS = 2_000
/** Browsers take a longer time for none. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Calls back once a mute is over; `end` in ms, undefined while nothing is muted for a time. */
export function useMuteEnd(end: number | undefined, onEnd: () => void): void {
  const tell = useEffectEvent(onEnd)
  useEffect(() => {
    if (end === undefined) return
    const left = Math.max(end - Date.now(), 0) + A_MOMENT_MS
    const timer = setTimeout(() => tell(), Math.min(left, TIMER_MAX_MS))
    return () => clearTimeout(timer)
  }, [end])
}
