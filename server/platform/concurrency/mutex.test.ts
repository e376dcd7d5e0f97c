import { expect, it } from 'vitest'
import { Mutex } from './mutex.ts'

const turn = () => new Promise(setImmediate)

it('lets one in at a time, in the order of asking', async () => {
  const mutex = new Mutex()
  const inside: string[] = []
  const unlocks: (() => void)[] = []
  for (const name of ['a', 'b', 'c'])
    void mutex.lock().then((unlock) => {
      inside.push(name)
      unlocks.push(unlock)
    })
  for (const seen of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await turn()
    expect(inside).toEqual(seen)
    unlocks.shift()?.()
  }
  const unlock = await mutex.lock()
  unlock()
})

it('does work in its turn, and lets the next in after work that failed', async () => {
  const mutex = new Mutex()
  const unlock = await mutex.lock()
  const done: string[] = []
  const failed = mutex.run(async () => {
    done.push('fails')
    await turn()
    throw new Error('away')
  })
  const next = mutex.run(async () => done.push('next'))
  await turn()
  expect(done).toEqual([])

  unlock()
  await expect(failed).rejects.toThrow('away')
  expect(await next).toBe(2)
  expect(done).toEqual(['fails', 'next'])
})
