import { expect, it } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

it('gives so many at once and so many a second, to each key', () => {
  let now = 0
  const bucket = createTokenBucket(2, () => now)
  const [one, other] = [{}, {}]
  const take = (key: object, times: number) => Array.from({ length: times }, () => bucket.take(key))
  expect(take(one, 3)).toEqual([true, true, false])
  expect(take(other, 2)).toEqual([true, true])
  now = 10_000
  expect(take(one, 3)).toEqual([true, true, false])
  now += 1_000
  expect(take(one, 2)).toEqual([true, false])
})
