// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import { clearToken, storeToken } from '../token-store.ts'
import { memoryStore } from './indexed-db.ts'
import { createPersistence, type PersistedRecord } from './persistence.ts'

beforeEach(() => storeToken(tokenOf('session-of-ada', 1), true))
afterEach(() => {
  vi.useRealTimers()
  clearToken()
  localStorage.clear()
})

function tokenOf(sid: string, gen: number): string {
  return `head.${btoa(JSON.stringify({ sid, gen }))}.signature`
}

it('gives back what was kept, also after the token was renewed', async () => {
  const recordStore = createPersistence(memoryStore())
  recordStore.save('feed', ['a post'])
  storeToken(tokenOf('session-of-ada', 2), true)
  expect(await recordStore.read('feed')).toEqual(['a post'])
})

it('shows nothing of it to another session, nor without one', async () => {
  const store = memoryStore<PersistedRecord>()
  const recordStore = createPersistence(store)
  recordStore.save('feed', ['a post'])
  clearToken()
  expect(await recordStore.read('feed')).toBeUndefined()
  recordStore.save('feed', ['of nobody'])
  storeToken(tokenOf('session-of-ben', 1), true)
  expect(await recordStore.read('feed')).toBeUndefined()
  expect(await recordStore.readAll()).toEqual([])
  expect(await store.all()).toEqual([])
})

it('shows nothing of it to another build', async () => {
  const store = memoryStore<PersistedRecord>()
  createPersistence(store, 'build-a').save('feed', ['a post'])
  expect(await createPersistence(store, 'build-a').read('feed')).toEqual(['a post'])
  expect(await createPersistence(store, 'build-b').read('feed')).toBeUndefined()
})

it('lets it go after a week', async () => {
  vi.useFakeTimers()
  const recordStore = createPersistence(memoryStore())
  recordStore.save('feed', ['a post'])
  vi.advanceTimersByTime(7 * DAY_MS - 1)
  expect(await recordStore.readAll()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(await recordStore.readAll()).toEqual([])
})

it('has a bound for each kind, and lets the oldest go', async () => {
  const store = memoryStore<PersistedRecord>()
  const recordStore = createPersistence(store)
  const now = Date.now()
  for (let number = 0; number < 70; number++)
    recordStore.save(`chat,${number}`, number, now - number)
  recordStore.save('member', 'Ada', now - 100)
  const persistence = await recordStore.readAll()
  const newest = Array.from({ length: 40 }, (_, index) => index)
  expect(persistence.map(({ data }) => data)).toEqual([...newest, 'Ada'])
  expect(await store.all()).toHaveLength(41)
})

it('forgets what it is told to, and nothing else', async () => {
  const recordStore = createPersistence(memoryStore())
  recordStore.save('chat,1', 'of the den')
  recordStore.save('chat,2', 'of the porch')
  await recordStore.remove(({ name }) => name === 'chat,1')
  expect(await recordStore.read('chat,1')).toBeUndefined()
  expect(await recordStore.read('chat,2')).toBe('of the porch')
})

it('is gone once it is wiped', async () => {
  const store = memoryStore<PersistedRecord>()
  const recordStore = createPersistence(store)
  recordStore.save('feed', ['a post'])
  expect(await store.all()).toHaveLength(1)
  await recordStore.clear()
  expect(await store.all()).toEqual([])
})
