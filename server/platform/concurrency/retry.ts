import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does the work until it succeeds. `pauseMs` says how long to wait before the next try, or null
 * to give up, which throws the error; `attempt` begins with 1.
 */
export async function retry<Result>(
  work: () => Result | Promise<Result>,
  pauseMs: (error: unknown, attempt: number) => number | null,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const ms = pauseMs(error, attempt)
      if (ms === null) throw error
      await pause(ms)
    }
  }
}
