import { expect, onTestFinished, test, vi } from 'vitest'
import type { Id } from '../ids.ts'
import { runAlways } from '../run-once-per.ts'
import { Mutex } from './mutex.ts'
import { createSlicedWork } from './sliced-work.ts'

test('of several that start at once, one at a time looks for what is unfinished', async () => {
  const looking = new Mutex()
  const answers = [Promise.withResolvers<Id[]>(), Promise.withResolvers<Id[]>()] as const
  const [one, other] = answers.map(({ promise }) => started(looking, () => promise))

  await expect.poll(() => one?.findUnfinished).toHaveBeenCalled()
  expect(other?.findUnfinished).not.toHaveBeenCalled()
  answers[0].resolve([1])
  await expect.poll(() => one?.work).toHaveBeenCalledWith(1, expect.any(Function))
  await expect.poll(() => other?.findUnfinished).toHaveBeenCalled()
  answers[1].resolve([2])
  await expect.poll(() => other?.work).toHaveBeenCalledWith(2, expect.any(Function))
})

test('one that cannot look lets the others', async () => {
  const looking = new Mutex()
  const one = started(looking, () => Promise.reject(new Error('away')))
  const other = started(looking, async () => [3])

  await expect.poll(() => other.work).toHaveBeenCalled()
  expect(one.error).toHaveBeenCalledOnce()
})

test('what waits to look does not once it is stopped', async () => {
  const looking = new Mutex()
  const letGo = await looking.lock()
  const { findUnfinished, stop } = started(looking, async () => [4])
  await stop()
  letGo()
  // Who asks after it comes after it.
  await looking.lock()
  expect(findUnfinished).not.toHaveBeenCalled()
})

function started(looking: Mutex, find: () => Promise<Id[]>) {
  const findUnfinished = vi.fn(find)
  const work = vi.fn(async () => {})
  const error = vi.fn()
  const tools = { looking, runOncePer: runAlways, log: { error } }
  const { start, stop } = createSlicedWork({ name: 'a work', ...tools, findUnfinished, work })
  onTestFinished(stop)
  start()
  return { findUnfinished, work, error, stop }
}
