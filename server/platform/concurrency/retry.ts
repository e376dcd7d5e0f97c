import { setTimeout as pause } from 'node:timers/promises'

/** `pauseMs`: how long to wait before the next try, null to give up; `attempt` begins with 1. */
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
