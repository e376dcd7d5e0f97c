import { afterEach, expect, it, vi } from 'vitest'
import { createTabQueue, withTabLock } from './tab-lock.ts'

afterEach(() => vi.unstubAllGlobals())

type Locks = { request: (name: string, act: () => Promise<unknown>) => Promise<unknown> }

const withLocks = (locks: Locks | undefined) => vi.stubGlobal('navigator', { locks })

const REFUSING: Locks = {
  request: async () => Promise.reject(new DOMException('Denied.', 'SecurityError')),
}

it('holds the lock of this name while it acts', async () => {
  const request = vi.fn<Locks['request']>((_name, act) => act())
  withLocks({ request })
  expect(await withTabLock('line', async () => 'done')).toBe('done')
  expect(request).toHaveBeenCalledExactlyOnceWith('line', expect.any(Function))
})

it.each([
  ['has no locks', undefined],
  ['refuses them', REFUSING],
])('acts once where the browser %s', async (_, locks) => {
  withLocks(locks)
  const act = vi.fn(async () => 'done')
  expect(await withTabLock('line', act)).toBe('done')
  expect(act).toHaveBeenCalledOnce()
})

it.each([
  ['gives the lock', { request: (_name: string, act: () => Promise<unknown>) => act() }],
  ['refuses it', REFUSING],
])('fails as the act does, which is not repeated, where the browser %s', async (_, locks) => {
  withLocks(locks)
  const act = vi.fn(async () => Promise.reject(new Error('The act failed.')))
  await expect(withTabLock('line', act)).rejects.toThrow('The act failed.')
  expect(act).toHaveBeenCalledOnce()
})

it('queues one after the other where the browser refuses locks', async () => {
  withLocks(REFUSING)
  const enqueue = createTabQueue('line')
  const order: string[] = []
  const task = (name: string) => async () => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
  }
  await Promise.all([enqueue(task('one')), enqueue(task('two'))])
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})
