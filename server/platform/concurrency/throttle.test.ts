import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

let runs: string[]
const work = (name: string) => () => void runs.push(name)
beforeEach(() => {
  vi.useFakeTimers()
  runs = []
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs the first at once and the last of the others at the end of the time', () => {
  const throttle = createThrottle(100)
  for (const name of ['a', 'b', 'c']) throttle.run('key', work(name))
  expect(runs).toEqual(['a'])
  vi.advanceTimersByTime(100)
  expect(runs).toEqual(['a', 'c'])
  throttle.run('key', work('d'))
  vi.advanceTimersByTime(99)
  expect(runs).toEqual(['a', 'c'])
  vi.advanceTimersByTime(1)
  expect(runs).toEqual(['a', 'c', 'd'])
  vi.advanceTimersByTime(100)
  throttle.run('key', work('e'))
  expect(runs).toEqual(['a', 'c', 'd', 'e'])
})

it('keeps keys apart, and drops what waits when it is stopped', () => {
  const throttle = createThrottle(100)
  for (const key of ['x', 'y', 'x']) throttle.run(key, work(key))
  expect(runs).toEqual(['x', 'y'])
  throttle.stop()
  vi.advanceTimersByTime(200)
  expect(runs).toEqual(['x', 'y'])
})
