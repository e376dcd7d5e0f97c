import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts'

const TWO_DIGITS = numbers(100, 2)
const THREE_DIGITS = numbers(1_000, 3)

let knownDay = Number.NaN
let knownDate = ''

/**
 * As `Date.toISOString` writes a moment in whole ms, in a third of its time: a page of comments or
 * of messages has fifty, most of one day.
 */
export function isoTimestamp(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  if (day !== knownDay) {
    knownDate = new Date(ms).toISOString().slice(0, -'00:00:00.000Z'.length)
    knownDay = day
  }
  const time = ms - day * DAY_MS
  const hours = TWO_DIGITS[Math.floor(time / HOUR_MS)]
  const minutes = TWO_DIGITS[Math.floor(time / MINUTE_MS) % 60]
  const seconds = TWO_DIGITS[Math.floor(time / 1_000) % 60]
  return `${knownDate}${hours}:${minutes}:${seconds}.${THREE_DIGITS[time % 1_000]}Z`
}

/** As a person reads it in a mail or a page without a script: `2026-11-27 22:05 UTC`. */
export function utcMinute(moment: number | string): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `2026-11-27`, in UTC. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** `2026-11-27T22-05-09`, in UTC: without colons, for the sake of Windows. */
export function secondInName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')
}

function numbers(count: number, digits: number): string[] {
  return Array.from({ length: count }, (_, number) => String(number).padStart(digits, '0'))
}
