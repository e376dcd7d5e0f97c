import { DAY_MS } from '../../contract/durations.ts'
import { type Id, idAt as idOf } from '../../server/platform/ids.ts'

/** When everybody signed up in the networks that are made for the benches. */
export const START = Date.UTC(2025, 10, 1)
export const YEAR_MS = 365 * DAY_MS

/** The id of a row of that moment; no two rows of a table share a millisecond and a `serial`. */
export function idAt(ms: number, serial: number): Id {
  return idOf(ms, serial % 4096)
}

/** In place of the random ids of pictures and sessions: the same at every run. */
export function uuidOf(serial: number): string {
  return `00000000-0000-4000-8000-${serial.toString(16).padStart(12, '0')}`
}
