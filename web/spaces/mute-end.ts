import { useEffect, useEffectEvent } from 'react'

/** The server's clock may be a little behind. */
const A_MOMENT_MS = 2_000
/** The server may still call it muted, by a clock that is further behind. */
const AGAIN_AFTER_MS = 10_000
/** Browsers take a longer time for none. */
const TIMER_MAX_MS = 2 ** 31 - 1

/**
 * Calls back once a mute is over, and again as long as it is not taken away; `end` in epoch ms,
 * none while nothing is muted for a time.
 */
export function useMuteEnd(end: number | null | undefined, onEnd: () => void): void {
  const tell = useEffectEvent(onEnd)
  useEffect(() => {
    if (!end) return
    let timer: ReturnType<typeof setTimeout>
    const wait = (leastMs: number) => {
      const leftMs = Math.max(end - Date.now() + A_MOMENT_MS, leastMs)
      timer = setTimeout(
        () => {
          tell()
          wait(AGAIN_AFTER_MS)
        },
        Math.min(leftMs, TIMER_MAX_MS),
      )
    }
    wait(A_MOMENT_MS)
    return () => clearTimeout(timer)
  }, [end])
}
