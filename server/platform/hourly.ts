const HOUR_MS = 60 * 60_000

interface Log {
  error(details: object, message: string): void
}

/**
 * Runs each named task once an hour, one after the other. A task that fails is logged and tried
 * again in an hour; none may be needed for anything to be right, only for tables to stay small.
 */
export function everyHour(tasks: Record<string, () => Promise<void>>, log: Log) {
  let running = Promise.resolve()

  async function runAll() {
    for (const [task, run] of Object.entries(tasks))
      await run().catch((error: unknown) => log.error({ err: error, task }, 'hourly task failed'))
  }

  const timer = setInterval(() => {
    running = running.then(runAll)
  }, HOUR_MS)
  timer.unref()
  return {
    /** Waits for the task in hand. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
