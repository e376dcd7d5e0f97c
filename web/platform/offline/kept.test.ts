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

it('has a bound for each kind, and lets the oldest go', async () => {
  const store = memoryStore<Kept>()
  const keeper = createKeeper(store)
  const now = Date.now()
  for (let number = 0; number < 70; number++) keeper.keep(`chat,${number}`, number, now - number)
  keeper.keep('member', 'Ada', now - 100)
  const kept = await keeper.readAll()
  const newest = Array.from({ length: 40 }, (_, index) => index)
  expect(kept.map(({ data }) => data)).toEqual([...newest, 'Ada'])
  expect(await store.all()).toHaveLength(41)
})

it('forgets what it is told to, and nothing else', async () => {
  const keeper = createKeeper(memoryStore())
  keeper.keep('chat,1', 'of the den')
  keeper.keep('chat,2', 'of the porch')
  await keeper.forget(({ name }) => name === 'chat,1')
  expect(await keeper.read('chat,1')).toBeUndefined()
  expect(await keeper.read('chat,2')).toBe('of the porch')
})

it('is gone once it is wiped', async () => {
  const store = memoryStore<Kept>()
  const keeper = createKeeper(store)
  keeper.keep('feed', ['a post'])
  await keeper.wipe()
  expect(await store.all()).toEqual([])
})
