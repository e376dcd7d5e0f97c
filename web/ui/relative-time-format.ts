import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts'

const WEEK_MS = 7 * DAY_MS

/** The specification's label for a past ISO time, `nowMs` in epoch milliseconds. */
export function formatRelativeTime(dateTime: string, nowMs: number): string {
  const date = new Date(dateTime)
  const age = nowMs - date.getTime()
  if (age < MINUTE_MS) return 'Just now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m ago`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h ago`
  if (age < WEEK_MS) return `${Math.floor(age / DAY_MS)}d ago`
  return date.toLocaleDateString()
}

// Making one is dear, and a chat asks for hundreds.
let exact: Intl.DateTimeFormat | undefined
let clock: Intl.DateTimeFormat | undefined
let days: Intl.DateTimeFormat | undefined

/** Day and time in full, in the member's own language and zone. */
export function formatExactTime(dateTime: string): string {
  exact ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })
  return exact.format(new Date(dateTime))
}

/** The time of the day, in the member's own language and zone: 20:03. */
export function formatClockTime(dateTime: string): string {
  clock ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
  return clock.format(new Date(dateTime))
}

/** A day in full, in the member's own language and zone. */
export function formatDay(day: Date): string {
  days ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
  return days.format(day)
}
