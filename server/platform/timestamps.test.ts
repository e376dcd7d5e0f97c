import { expect, it } from 'vitest'
import { isoTimestamp } from './timestamps.ts'

it('writes each moment as the runtime does', () => {
  const noon = Date.UTC(2026, 1, 28, 12, 30, 59, 7)
  const moments = [
    ...[0, 1, -1, noon, noon + 1, Date.UTC(2026, 1, 28, 23, 59, 59, 999), Date.UTC(2026, 2, 1)],
    // The first after another day, and days before the epoch and beyond four digits.
    ...[noon, Date.UTC(1969, 11, 31, 23, 59, 59, 999), Date.UTC(12_026, 0), Date.UTC(-1, 5, 1, 1)],
    ...Array.from({ length: 200 }, (_, step) => noon + step * 7_919_777),
  ]
  for (const ms of moments) expect(isoTimestamp(ms)).toBe(new Date(ms).toISOString())
})

it('refuses what is no moment, and goes on', () => {
  expect(() => isoTimestamp(Number.NaN)).toThrow(RangeError)
  expect(() => isoTimestamp(Number.POSITIVE_INFINITY)).toThrow(RangeError)
  expect(isoTimestamp(0)).toBe('1970-01-01T00:00:00.000Z')
})
