import { expect, it } from 'vitest'
import { lruOf } from './lru.ts'

it('lets go of what was not used for longest once it is full', () => {
  const kept = lruOf<string, object>(3)
  for (const key of ['a', 'b', 'c']) kept.set(key, {})
  kept.get('a')
  kept.set('b', {})
  kept.set('d', {})
  expect([...kept.keys()]).toEqual(['d', 'b', 'a'])
  kept.delete('b')
  kept.set('e', {})
  expect([...kept.keys()]).toEqual(['e', 'd', 'a'])
})

it('sets nothing aside for entries that are not there yet', () => {
  // More than an array could hold.
  const kept = lruOf<string, object>(Number.MAX_SAFE_INTEGER)
  kept.set('a', {})
  expect(kept.size).toBe(1)
})
