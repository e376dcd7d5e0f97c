// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearToken, keepToken } from '../token-store.ts'
import { memoryStore } from './device-store.ts'
import { createKeeper, type Kept } from './kept.ts'

const DAY_MS = 24 * 60 * 60_000

beforeEach(() => keepToken(tokenOf('session-of-ada', 1), true))
afterEach(() => {
  vi.useRealTimers()
  clearToken()
  localStorage.clear()
})

function tokenOf(sid: string, gen: number): string {
  return `head.${btoa(JSON.stringify({ sid, gen }))}.signature`
}

it('gives back what was kept, also after the token was renewed', async () => {
  const keeper = createKeeper(memoryStore())
  keeper.keep('feed', ['a post'])
  keepToken(tokenOf('session-of-ada', 2), true)
  expect(await keeper.read('feed')).toEqual(['a post'])
})

it('shows nothing of it to another session, nor without one', async () => {
  const store = memoryStore<Kept>()
  const keeper = createKeeper(store)
  keeper.keep('feed', ['a post'])
  clearToken()
  expect(await keeper.read('feed')).toBeUndefined()
  keeper.keep('feed', ['of nobody'])
  keepToken(tokenOf('session-of-ben', 1), true)
  expect(await keeper.read('feed')).toBeUndefined()
  expect(await keeper.readAll()).toEqual([])
  expect(await store.all()).toEqual([])
})

it('shows nothing of it to another build', async () => {
  const store = memoryStore<Kept>()
  createKeeper(store, 'build-a').keep('feed', ['a post'])
  expect(await createKeeper(store, 'build-a').read('feed')).toEqual(['a post'])
  expect(await createKeeper(store, 'build-b').read('feed')).toBeUndefined()
})

it('lets it go after a week', async () => {
  vi.useFakeTimers()
  const keeper = createKeeper(memoryStore())
  keeper.keep('feed', ['a post'])
  vi.advanceTimersByTime(7 * DAY_MS - 1)
  expect(await keeper.readAll()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(await keeper.readAll()).toEqual([])
})

it('has a bound, and lets the oldest go', async () => {
  const store = memoryStore<Kept>()
  const keeper = createKeeper(store)
  const now = Date.now()
  for (let number = 0; number < 70; number++) keeper.keep(`chat ${number}`, number, now - number)
  const kept = await keeper.readAll()
  expect(kept.map(({ data }) => data)).toEqual(Array.from({ length: 60 }, (_, index) => index))
  expect(await store.all()).toHaveLength(60)
})

it('is gone once it is wiped', async () => {
  const store = memoryStore<Kept>()
  const keeper = createKeeper(store)
  keeper.keep('feed', ['a post'])
  await keeper.wipe()
  expect(await store.all()).toEqual([])
})
