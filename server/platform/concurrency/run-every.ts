/** Runs a task again and again; while one run is under way no other begins. */
export function runEvery(
  everyMs: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
) {
  let running: Promise<void> | undefined

  async function run() {
    await task().catch(onError)
    running = undefined
  }

  const timer = setInterval(() => {
    running ??= run()
  }, everyMs).unref()
  return {
    /** Resolves once the run under way is over; no other begins. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
