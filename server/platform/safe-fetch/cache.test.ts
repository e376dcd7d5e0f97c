import { beforeEach, expect, it } from 'vitest'
import { cached } from './cache.ts'

const START = Date.UTC(2026, 0, 15)

let now: number
let asked: string[]
beforeEach(() => {
  now = START
  asked = []
})

function cacheOf(find: (key: string) => Promise<string | null> = async (key) => key) {
  const options = {
    clock: () => now,
    max: 2,
    ttlMs: (value: string | null) => (value ? 100 : 10),
  }
  return cached(options, (key) => {
    asked.push(key)
    return find(key)
  })
}

it('asks once for what several want at the same moment', async () => {
  const answerOf = cacheOf()
  expect(await Promise.all([answerOf('tea'), answerOf('tea')])).toEqual(['tea', 'tea'])
  expect(asked).toEqual(['tea'])
})

it('asks again once the time of an answer is over', async () => {
  const answerOf = cacheOf(async (key) => (key === 'tea' ? key : null))
  for (const at of [0, 9, 11, 99, 101]) {
    now = START + at
    await answerOf('tea')
    await answerOf('nothing')
  }
  expect(asked).toEqual(['tea', 'nothing', 'nothing', 'nothing', 'tea'])
})

it('forgets the oldest of too many', async () => {
  const answerOf = cacheOf()
  for (const key of ['tea', 'milk', 'sugar', 'milk', 'tea']) await answerOf(key)
  expect(asked).toEqual(['tea', 'milk', 'sugar', 'tea'])
})

it('passes a failure on to those who wait, and does not keep it', async () => {
  let isBroken = true
  const answerOf = cacheOf(async (key) => {
    if (isBroken) throw new Error('broken')
    return key
  })
  const answers = await Promise.allSettled([answerOf('tea'), answerOf('tea')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await answerOf('tea')).toBe('tea')
  expect(asked).toEqual(['tea', 'tea'])
})
