// Runs jobs beside each other where the machine's cores allow it.

export interface Job {
  name: string
  /** The job that must have ended before. */
  needs?: string
  /** How many cores it keeps busy; 0: it waits most of the time, and starts at once. */
  cores: number
}

/**
 * Starts each job as soon as what it needs has ended and there are cores for it, in their order.
 * One that asks for more cores than there are has them all to itself.
 */
export async function runSideBySide<Each extends Job>(
  jobs: readonly Each[],
  cores: number,
  run: (job: Each) => Promise<void>,
): Promise<void> {
  let waiting = jobs.toSorted((one, other) => Number(one.cores > 0) - Number(other.cores > 0))
  const running = new Map<Each, Promise<void>>()
  const isUnderWay = (name: string | undefined) =>
    [...waiting, ...running.keys()].some((job) => job.name === name)

  function next(): Each | undefined {
    const free = cores - [...running.keys()].reduce((sum, job) => sum + job.cores, 0)
    const [first] = waiting.filter(({ needs }) => !isUnderWay(needs))
    return first && Math.min(first.cores, cores) <= free ? first : undefined
  }

  while (waiting.length > 0 || running.size > 0) {
    for (let job = next(); job; job = next()) {
      const started = job
      waiting = waiting.filter((other) => other !== started)
      running.set(
        started,
        run(started).finally(() => running.delete(started)),
      )
    }
    if (running.size === 0) throw new Error('These jobs need each other.')
    await Promise.race(running.values())
  }
}
