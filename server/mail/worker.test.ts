import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Worker } from './worker.ts'

// The pieces of work stand in for mails; when and how often they are done is what counts here.
let due: string[]
let done: string[]
let errors: unknown[]
let dueInMs: number
let worker: Worker
beforeEach(() => {
  vi.useFakeTimers()
  due = []
  done = []
  errors = []
  dueInMs = Number.POSITIVE_INFINITY
  worker = new Worker({ doNext, dueInMs: async () => dueInMs, onError: (e) => errors.push(e) })
})
afterEach(async () => {
  await worker.stop()
  vi.useRealTimers()
})

async function doNext() {
  const next = due.shift()
  if (next === 'broken') throw new Error('the database is away')
  if (next !== undefined) done.push(next)
  return next !== undefined
}

describe('a worker', () => {
  it('does nothing before it is started', async () => {
    due = ['a']
    worker.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toEqual([])
    worker.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['a'])
  })

  it('looks every 15 seconds for what nobody woke it for', async () => {
    worker.start()
    await vi.advanceTimersByTimeAsync(0)
    due = ['a']
    await vi.advanceTimersByTimeAsync(14_999)
    expect(done).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toEqual(['a'])
  })

  it('is there when the next piece falls due', async () => {
    dueInMs = 5_000
    worker.start()
    await vi.advanceTimersByTimeAsync(0)
    due = ['a']
    await vi.advanceTimersByTimeAsync(5_000)
    expect(done).toEqual(['a'])
  })

  it('does not spin over what another holds', async () => {
    dueInMs = -1
    const look = vi.spyOn(worker, 'wake')
    worker.start()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(look.mock.calls.length).toBeGreaterThan(1)
    expect(look.mock.calls.length).toBeLessThanOrEqual(11)
  })

  it('looks again when it is woken while it looks', async () => {
    worker.start()
    // The first look has begun, and found nothing.
    due = ['a']
    worker.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['a'])
  })

  it('tells of an error and looks again at the next time', async () => {
    due = ['broken', 'a']
    worker.start()
    await vi.advanceTimersByTimeAsync(14_999)
    expect(errors).toHaveLength(1)
    expect(done).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toEqual(['a'])
  })

  it('can be started again', async () => {
    worker.start()
    await worker.stop()
    due = ['a']
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toEqual([])
    worker.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['a'])
  })
})
