/**
 * Runs the work unless any process of the server ran what has this name within `ms`. It only saves
 * work: when it cannot be known the work is done, so nothing may go wrong if two do it at once.
 */
export type WithLock = (name: string, ms: number, work: () => Promise<void>) => Promise<void>

/** For a server that is one process. */
export const noLock: WithLock = (_name, _ms, work) => work()
