import { afterEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { formatClockTime, formatExactTime, formatRelativeTime } from './relative-time-format.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const NOW = Date.parse('2026-11-20T12:00:00Z')

describe('formatRelativeTime', () => {
  it.each([
    [0, 'Just now'],
    [59.999 * SECOND, 'Just now'],
    [MINUTE, '1m ago'],
    [HOUR_MS - 1, '59m ago'],
    [HOUR_MS, '1h ago'],
    [DAY_MS - 1, '23h ago'],
    [DAY_MS, '1d ago'],
    [7 * DAY_MS - 1, '6d ago'],
  ])('says of %d ms ago: %s', (age, label) => {
    expect(formatRelativeTime(new Date(NOW - age).toISOString(), NOW)).toBe(label)
  })

  it('gives the local date from seven days on', () => {
    const weekAgo = new Date(NOW - 7 * DAY_MS)
    expect(formatRelativeTime(weekAgo.toISOString(), NOW)).toBe(weekAgo.toLocaleDateString())
  })

  it("takes another clock's future for now", () => {
    expect(formatRelativeTime(new Date(NOW + HOUR_MS).toISOString(), NOW)).toBe('Just now')
  })
})

describe('the exact time', () => {
  afterEach(() => vi.restoreAllMocks())
  const moment = new Date(NOW)
  const clock = { timeStyle: 'short' } as const
  const day = { dateStyle: 'full', ...clock } as const

  it('is in the words of the place', () => {
    const dateTime = moment.toISOString()
    expect(formatExactTime(dateTime)).toBe(moment.toLocaleString(undefined, day))
    expect(formatClockTime(dateTime)).toBe(moment.toLocaleString(undefined, clock))
  })

  it('makes nothing anew for each of the times on a screen', () => {
    const [first] = [formatExactTime, formatClockTime].map((format) => format(moment.toISOString()))
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    const dear = vi.spyOn(Date.prototype, 'toLocaleString')
    expect(formatExactTime(moment.toISOString())).toBe(first)
    formatClockTime(moment.toISOString())
    expect([made, dear].map((spy) => spy.mock.calls.length)).toEqual([0, 0])
  })
})
