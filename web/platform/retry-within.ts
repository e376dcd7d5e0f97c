import { ApiError } from './api-error.ts'
import { pause } from './pause.ts'

const PAUSE_MS = 1_000
/**
 * No answer, or one of a server that starts or of a proxy before it: a moment later may be better.
 */
const PASSING = [0, 502, 503, 504]

/**
 * Tries again while no server answers, as long as there is time: `budgetMs` is what somebody waits
 * in all. Each attempt is told how much of it remains. Rejects with the last failure.
 */
export async function retryWithin<Result>(
  budgetMs: number,
  signal: AbortSignal,
  attempt: (remainingMs: number) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + budgetMs
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(until - performance.now())
    } catch (error) {
      const pauseMs = PAUSE_MS * tries
      // Without any network, what is on the device is better now than after some more tries.
      const isWorthTrying = isTransient(error) && navigator.onLine
      if (!isWorthTrying || performance.now() + pauseMs >= until) throw error
      await pause(pauseMs)
      signal.throwIfAborted()
    }
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof ApiError && PASSING.includes(error.status)
}
