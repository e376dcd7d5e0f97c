// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deferredReply, errorReply } from '../fake-server.ts'
import { storeToken } from '../token-store.ts'
import { memoryStore } from './indexed-db.ts'
import type { OutboxItem } from './outbox-item.ts'
import { goOffline, goOnline, itemOf, network, openOutbox, resetNetwork } from './test-outbox.ts'

// Whose words they are, and whose name they go in.

beforeEach(resetNetwork)
afterEach(() => vi.unstubAllGlobals())

describe('the outbox', () => {
  it('belongs to one member', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox } = await openOutbox(store)
    goOffline()
    await outbox.add(itemOf('k-1'))
    outbox.close()
    expect(outbox.items()).toEqual([])
    await outbox.claim('ada')
    expect(outbox.items()).toHaveLength(1)
    goOnline()
    const bens = await openOutbox(store, 'ben')
    expect(bens.outbox.items()).toEqual([])
    expect(bens.sent()).toEqual([])
    // In another tab Ada is here still.
    await bens.outbox.wipeOf((owner) => owner === 'cara')
    expect(await store.all()).toMatchObject([{ owner: 'ada' }])
    await bens.outbox.wipeOf((owner) => owner === 'ada')
    expect(await store.all()).toEqual([])
  })

  it('takes nothing of another member, and nothing once its own may be gone', async () => {
    const { outbox, store, keys } = await openOutbox()
    expect(await outbox.store({ ...itemOf('k-1'), owner: 'ben' })).toBe(false)
    storeToken('another', false)
    expect(await outbox.store(itemOf('k-2'))).toBe(false)
    await outbox.add(itemOf('k-3'))
    expect(outbox.items()).toEqual([])
    expect(await store.all()).toEqual([])
    expect(keys).toEqual([])
    await outbox.claim('ada')
    expect(await outbox.store(itemOf('k-2'))).toBe(true)
    await vi.waitFor(() => expect(keys).toEqual(['k-2']))
  })

  it('sends nothing in another name, nor tells of it, where its member goes meanwhile', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox, keys, results } = await openOutbox(store)
    const sending = deferredReply()
    network.otherReply = sending.reply
    const slow = { ...itemOf('k-1'), path: '/posts/p-2/comments' }
    const adding = [outbox.add(slow), outbox.add(itemOf('k-2'))]
    await vi.waitFor(() => expect(keys).toEqual(['k-1']))
    outbox.close()
    storeToken('of ben', false)
    await outbox.claim('ben')
    sending.answer(errorReply(413, 'too_large', 'Too large.'))
    await Promise.all(adding)
    expect(keys).toEqual(['k-1'])
    expect(results).toEqual([])
    expect(outbox.items()).toEqual([])
  })

  it('is not sent in another name where its member goes just before', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox, keys } = await openOutbox(store)
    const { get } = store
    vi.spyOn(store, 'get').mockImplementation(async (key) => {
      const found = await get(key)
      storeToken('of ben', false)
      return found
    })
    await outbox.add(itemOf('k-1'))
    expect(keys).toEqual([])
    expect(await store.all()).toMatchObject([{ id: 'k-1', owner: 'ada' }])
  })

  it('is wiped of who signs out, and not of what another member waits to send', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox } = await openOutbox(store)
    const bens = await openOutbox(store, 'ben')
    goOffline()
    await outbox.add(itemOf('k-1'))
    await bens.outbox.add({ ...itemOf('k-2'), owner: 'ben' })
    // As another tab of Ada's stored it, of which this one was not told yet.
    const [known] = await store.all()
    if (known) await store.set('k-3', { ...known, id: 'k-3' })
    await outbox.wipeOf((owner) => owner === 'ada')
    expect(outbox.items()).toEqual([])
    expect(await store.all()).toMatchObject([{ id: 'k-2', owner: 'ben' }])
    expect(bens.outbox.items()).toHaveLength(1)
  })

  it('is empty once it is wiped', async () => {
    const { outbox, store } = await openOutbox()
    goOffline()
    await outbox.add(itemOf('k-1'))
    expect(outbox.items()).toHaveLength(1)
    expect(await store.all()).toHaveLength(1)
    await outbox.wipeOf(() => true)
    expect(outbox.items()).toEqual([])
    expect(await store.all()).toEqual([])
  })
})
