/**
 * Runs `act` while no other tab runs one under this name. Where there are no locks it just runs.
 */
export async function withTabLock<Result>(
  name: string,
  act: () => Promise<Result>,
): Promise<Result> {
  let hasBegun = false
  try {
    return await navigator.locks.request(name, () => {
      hasBegun = true
      return act()
    })
  } catch (error) {
    // Without https there are none, and browsers that keep no site data refuse every one.
    if (!hasBegun) return act()
    throw error
  }
}

/** Held as long as any tab of this browser has this member signed in, and is no sleeping one. */
export const tabsName = (memberId: string) => `realtime:${memberId}`

/** What tabs of this browser hold. Nothing where it has no locks, or refuses them. */
export async function heldTabLocks(): Promise<LockInfo[] | undefined> {
  const { locks } = navigator as Partial<Navigator>
  return (await locks?.query().catch(() => undefined))?.held
}

/**
 * A queue that runs one task at a time, in all tabs together, in the order they were added here.
 */
export function createTabQueue(name: string) {
  let lastTask: Promise<unknown> = Promise.resolve()
  return <Result>(act: () => Promise<Result>): Promise<Result> => {
    const task = lastTask.then(() => withTabLock(name, act))
    lastTask = task.catch(() => {})
    return task
  }
}
