import type { Config } from '../../server/config.ts'

/** Says in a few words how something is; throws when it is not well. */
export type Check = (config: Config) => Promise<string>

/** What is wrong, and where it helps, what to do. */
export class CheckFailed extends Error {}

/** What is worth knowing, while the server serves well. */
export class CheckWarning extends Error {}

export function formatSize(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  if (gigabytes >= 1) return `${gigabytes.toFixed(1)} GB`
  return `${Math.round(bytes / 1024 ** 2)} MB`
}
