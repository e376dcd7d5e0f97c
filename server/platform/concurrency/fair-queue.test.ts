import { expect, it } from 'vitest'
import { FairQueue, QueueFullError } from './fair-queue.ts'

/** A queue whose work ends when the test says so; `started` is in the order of the turns. */
function openQueue(options = { atOnce: 1, senders: 2, ofOneSender: 3 }) {
  const queue = new FairQueue(options)
  const started: string[] = []
  const ends: (() => void)[] = []
  const ask = (sender: string, name: string, alone?: string) =>
    queue.run(
      sender,
      () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.push(() => resolve(name)))
      },
      alone,
    )
  /** Ends what has run longest, and lets the next one begin. */
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, started, endOne }
}

it('serves senders in turn, whatever one of them asks for', async () => {
  const { ask, started, endOne } = openQueue()
  const answers = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')]
  for (const _ of answers) await endOne()
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'b1'])
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('works on so much at once and no more', async () => {
  const { ask, started, endOne } = openQueue({ atOnce: 2, senders: 9, ofOneSender: 9 })
  const answers = ['1', '2', '3', '4'].map((name) => ask(name, name))
  expect(started).toEqual(['1', '2'])
  await endOne()
  expect(started).toEqual(['1', '2', '3'])
  for (const _ of answers) await endOne()
  await Promise.all(answers)
})

it('does one at a time of what is to be alone, and meanwhile what else waits', async () => {
  const { ask, started, endOne } = openQueue({ atOnce: 3, senders: 9, ofOneSender: 9 })
  const answers = [
    ask('a', 'a1', 'host'),
    ask('a', 'a2', 'host'),
    ask('b', 'b1', 'host'),
    ask('a', 'a3', 'other'),
    ask('c', 'c1'),
  ]
  expect(started).toEqual(['a1', 'a3', 'c1'])
  await endOne()
  expect(started).toEqual(['a1', 'a3', 'c1', 'b1'])
  for (const _ of answers) await endOne()
  await Promise.all(answers)
  expect(started).toEqual(['a1', 'a3', 'c1', 'b1', 'a2'])
})

it('refuses at once whom it has no place for, and has one again later', async () => {
  const { ask, endOne } = openQueue()
  const answers = [ask('a', 'a0'), ...['a1', 'a2', 'a3'].map((name) => ask('a', name))]
  await expect(ask('a', 'a4')).rejects.toThrow(QueueFullError)
  answers.push(ask('b', 'b1'))
  await expect(ask('c', 'c1')).rejects.toThrow(QueueFullError)
  for (const _ of answers) await endOne()
  await Promise.all(answers)
  const later = ask('c', 'c1')
  await endOne()
  expect(await later).toBe('c1')
})

it('goes on after work that failed', async () => {
  const queue = new FairQueue({ atOnce: 1, senders: 2, ofOneSender: 2 })
  const failed = queue.run('a', () => Promise.reject(new Error('no')))
  const fine = queue.run('b', async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await fine).toBe('yes')
})
