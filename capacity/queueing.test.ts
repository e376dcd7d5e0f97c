import { expect, it } from 'vitest'
import { p99ResponseTime, serversFor, waitingShare } from './queueing.ts'

it('knows the waiting lines of the textbook', () => {
  // One server: who waits is the share of time it is busy.
  expect(waitingShare(0.6, 1)).toBeCloseTo(0.6)
  // Erlang C of 8 erlangs at 10 servers, from the tables.
  expect(waitingShare(8, 10)).toBeCloseTo(0.409, 3)
  expect(waitingShare(10, 10)).toBe(1)
})

it('finds that many servers wait less than one as busy', () => {
  expect(p99ResponseTime(0.6, 1, 1)).toBeGreaterThan(p99ResponseTime(6, 10, 1))
  expect(p99ResponseTime(2, 2, 1)).toBe(Number.POSITIVE_INFINITY)
  // Hardly anybody waits: the time of the work alone, whose 99th hundredth is ln 100 means.
  expect(p99ResponseTime(0.001, 4, 2)).toBeCloseTo(2 * Math.log(100))
})

it('leaves room', () => {
  expect(serversFor(0)).toBe(1)
  expect(serversFor(6)).toBe(10)
  expect(serversFor(6.01)).toBe(11)
})
