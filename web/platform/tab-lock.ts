/** Runs `act` while no other tab runs one under this name. Where there are no locks it just runs. */
export async function withTabLock<Result>(
  name: string,
  act: () => Promise<Result>,
): Promise<Result> {
  if (typeof navigator.locks === 'undefined') return act()
  let hasBegun = false
  try {
    return await navigator.locks.request(name, () => {
      hasBegun = true
      return act()
    })
  } catch (error) {
    // Browsers that keep no site data refuse every lock.
    if (!hasBegun) return act()
    throw error
  }
}

/** A queue that runs one task at a time, in all tabs together, in the order they were added here. */
export function createTabQueue(name: string) {
  let lastTask: Promise<unknown> = Promise.resolve()
  return <Result>(act: () => Promise<Result>): Promise<Result> => {
    const task = lastTask.then(() => withTabLock(name, act))
    lastTask = task.catch(() => {})
    return task
  }
}
