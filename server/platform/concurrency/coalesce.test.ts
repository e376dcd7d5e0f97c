import { expect, it } from 'vitest'
import { coalesce, coalescedRead } from './coalesce.ts'

/** A value that changes, and reads of it that come to an end when the test says so. */
function slowReads() {
  let value = 0
  const ends: (() => void)[] = []
  const applied: number[] = []
  const reader = coalescedRead(
    async () => {
      const seen = value
      await new Promise<void>((resolve) => ends.push(resolve))
      return seen
    },
    (_key: string, seen) => applied.push(seen),
  )
  return {
    reader,
    applied,
    ends,
    set(next: number) {
      value = next
    },
  }
}
const turn = () => new Promise(setImmediate)

it('applies nothing older than the last asking', async () => {
  const { reader, applied, ends, set } = slowReads()
  const first = reader.request('key')
  await turn()
  set(1)
  const second = reader.request('key')
  const third = reader.request('key')
  ends.shift()?.()
  await turn()
  expect([applied, ends.length]).toEqual([[], 1])
  ends.shift()?.()
  await Promise.all([first, second, third])
  expect(applied).toEqual([1])
})

it('reads again when asked later', async () => {
  const { reader, applied, ends, set } = slowReads()
  for (const value of [1, 2]) {
    set(value)
    const asked = reader.request('key')
    await turn()
    ends.shift()?.()
    await asked
  }
  expect(applied).toEqual([1, 2])
})

it('tells who asked that a read failed, and reads again for the next', async () => {
  let isBroken = true
  const applied: string[] = []
  const reader = coalescedRead(
    async (key: string) => {
      if (isBroken) throw new Error('away')
      return key
    },
    (_key, value) => applied.push(value),
  )
  await expect(reader.request('key')).rejects.toThrow('away')
  isBroken = false
  await reader.request('key')
  expect(applied).toEqual(['key'])
})

it('answers who calls meanwhile by one more call', async () => {
  const answers: PromiseWithResolvers<string>[] = []
  const call = coalesce(() => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  })
  const first = call()
  await turn()
  const [second, third] = [call(), call()]
  await turn()
  expect(answers).toHaveLength(1)
  answers[0]?.reject('away')
  await expect(first).rejects.toBe('away')
  await turn()
  answers[1]?.resolve('here')
  expect([await second, await third, answers.length]).toEqual(['here', 'here', 2])
})
