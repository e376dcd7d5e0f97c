/**
 * How long a test may wait for what it means: a bound for what hangs, not for what is slow. With
 * other work on the machine everything can take twenty times as long, such as the start of a
 * server.
 */
export const PATIENCE_MS = 90_000
