/**
 * The present moment in milliseconds since the epoch. Passed in, so that tests can hold it still.
 */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
