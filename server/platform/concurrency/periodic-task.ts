/** What runs by itself while the server does. */
export interface BackgroundJob {
  start(): void
  /** Resolves once what is under way is done; no more is begun. */
  stop(): Promise<void>
}

/**
 * A task that runs again and again once it is started; while one run is under way no other begins.
 */
export function periodicTask(
  everyMs: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): BackgroundJob {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function run() {
    await task().catch(onError)
    running = undefined
  }

  return {
    start() {
      timer ??= setInterval(() => {
        running ??= run()
      }, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
