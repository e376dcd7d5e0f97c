import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { periodicTask } from './periodic-task.ts'

let begun: PromiseWithResolvers<void>[]
let errors: unknown[]
const task = () => {
  const run = Promise.withResolvers<void>()
  begun.push(run)
  return run.promise
}
beforeEach(() => {
  vi.useFakeTimers()
  begun = []
  errors = []
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs one after the other, also after one that failed', async () => {
  periodicTask(100, task, (error) => errors.push(error)).start()
  expect(begun).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(350)
  expect(begun).toHaveLength(1)
  begun[0]?.reject('no')
  await vi.advanceTimersByTimeAsync(100)
  expect([begun.length, errors]).toEqual([2, ['no']])
})

it('does not run before it is started', async () => {
  const { start } = periodicTask(100, task, () => {})
  await vi.advanceTimersByTimeAsync(350)
  expect(begun).toHaveLength(0)
  start()
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toHaveLength(1)
})

it('is stopped once the run under way is over', async () => {
  const running = periodicTask(100, task, () => {})
  running.start()
  await vi.advanceTimersByTimeAsync(100)
  let isStopped = false
  const stopped = running.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(300)
  expect([begun.length, isStopped]).toEqual([1, false])
  begun[0]?.resolve()
  await stopped
})
