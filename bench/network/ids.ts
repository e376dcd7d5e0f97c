/** When everybody signed up in the networks that are made for the benches. */
export const START = Date.UTC(2025, 10, 1)
export const YEAR_MS = 365 * 24 * 60 * 60_000

/** An id as the server makes them at that moment: sorts by time, then by `serial`. */
export function idAt(ms: number, serial: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const tail = serial.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`
}
