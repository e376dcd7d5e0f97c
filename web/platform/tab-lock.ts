/** Runs `act` while no other tab runs one under this name. Browsers without locks just run it. */
export function withTabLock<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  return typeof navigator.locks === 'undefined' ? act() : navigator.locks.request(name, act)
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
