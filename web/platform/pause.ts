/** Resolves after so many milliseconds; without them in the next turn of the event loop. */
export const pause = (ms?: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))
