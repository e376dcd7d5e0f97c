// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import { IDEMPOTENCY_KEPT_DAYS } from '../../../contract/idempotency.ts'
import { deferredReply, errorReply, type Reply } from '../fake-server.ts'
import { memoryStore } from './indexed-db.ts'
import { MAYBE_SENT, type OutboxItem } from './outbox-item.ts'
import {
  goOffline,
  goOnline,
  itemOf,
  MADE,
  network,
  openOutbox,
  resetNetwork,
} from './test-outbox.ts'

beforeEach(resetNetwork)
afterEach(() => vi.unstubAllGlobals())

describe('an outbox item', () => {
  it('goes at once, is in sight until then, and is told', async () => {
    const { outbox, store, results, keys } = await openOutbox()
    const going = outbox.add(itemOf('k-1'))
    expect(outbox.items()).toMatchObject([{ id: 'k-1', isSending: true, problem: null }])
    await going
    expect(outbox.items()).toEqual([])
    expect(await store.all()).toEqual([])
    expect(results).toMatchObject([{ item: { id: 'k-1' }, answer: { made: true } }])
    expect(keys).toEqual(['k-1'])
  })

  it('waits without a network, through a reload, and is delivered once, in its order', async () => {
    const store = memoryStore<OutboxItem>()
    const before = await openOutbox(store)
    goOffline()
    await before.outbox.add(itemOf('k-1'))
    await before.outbox.add(itemOf('k-2'))
    expect(before.outbox.items()).toMatchObject([
      { id: 'k-1', isSending: false, problem: null },
      { id: 'k-2', isSending: false, problem: null },
    ])
    const after = await openOutbox(store)
    expect(after.outbox.items()).toHaveLength(2)
    goOnline()
    await Promise.all([after.outbox.sendQueued(), after.outbox.sendQueued()])
    expect(after.outbox.items()).toEqual([])
    // One try on opening, without a network.
    expect(after.keys).toEqual(['k-1', 'k-1', 'k-2'])
  })

  it('that another tab delivered is not sent again', async () => {
    const { outbox, store, keys } = await openOutbox()
    goOffline()
    await outbox.add(itemOf('k-1'))
    await store.remove('k-1')
    goOnline()
    await outbox.sendQueued()
    expect(keys).toEqual(['k-1'])
    expect(outbox.items()).toEqual([])
  })

  it.each<[string, Reply]>([
    ['gives no answer', 'no answer'],
    ['is not ready', errorReply(503, 'unavailable', 'Not yet.')],
    ['has had enough for now', errorReply(429, 'too_many_requests', 'Slowly, please.')],
  ])('waits while the server %s, and goes by itself later', async (_, away) => {
    const { outbox, results, sent } = await openOutbox()
    network.reply = away
    await outbox.add(itemOf('k-1'))
    expect(outbox.items()).toMatchObject([{ problem: null, isSending: false }])
    expect(results).toEqual([])
    network.reply = MADE
    await outbox.sendQueued()
    expect(outbox.items()).toEqual([])
    expect(sent()).toEqual(['Words k-1', 'Words k-1'])
  })

  it('never goes before what was written earlier for the same place', async () => {
    const { outbox, sent } = await openOutbox()
    network.reply = 'no answer'
    await outbox.add(itemOf('k-1'))
    await outbox.add(itemOf('k-2'))
    network.reply = MADE
    await outbox.add(itemOf('k-3'))
    expect(sent()).toEqual(['Words k-1', 'Words k-1', 'Words k-1', 'Words k-2', 'Words k-3'])
  })

  it('goes after what is shown before it, also where each goes by a path of its own', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox, results } = await openOutbox(store)
    // With pictures, say.
    const slow = { ...itemOf('k-1'), path: '/posts/p-2/comments' }
    await outbox.add(slow)
    await outbox.add(itemOf('k-2'))
    await outbox.retry('k-2')
    expect(outbox.items()).toMatchObject([
      { id: 'k-1', isSending: false },
      { id: 'k-2', isSending: false },
    ])
    // The page is killed, and the server takes everything by the next visit.
    const after = await openOutbox(store)
    expect(after.outbox.items().map(({ id }) => id)).toEqual(['k-1', 'k-2'])
    expect(after.results).toEqual([])
    network.otherReply = () => MADE
    await after.outbox.retry('k-2')
    expect(after.results.map((result) => result.item.id)).toEqual(['k-1', 'k-2'])
    expect(results).toEqual([])
  })

  it('waits while what was written before it is on its way, and not for one that is refused', async () => {
    const { outbox, results } = await openOutbox()
    const sending = deferredReply()
    network.otherReply = sending.reply
    const adding = [
      outbox.add({ ...itemOf('k-1'), path: '/posts/p-2/comments' }),
      outbox.add(itemOf('k-2')),
    ]
    await vi.waitFor(() => expect(outbox.items()).toMatchObject([{}, { isSending: true }]))
    // Elsewhere nothing waits for it.
    await outbox.add({ ...itemOf('k-3'), queryKey: ['comments', 'p-3'] })
    expect(results.map((result) => result.item.id)).toEqual(['k-3'])
    sending.answer(errorReply(413, 'too_large', 'Too large.'))
    await Promise.all(adding)
    expect(results.map((result) => result.item.id)).toEqual(['k-3', 'k-1', 'k-2'])
    expect(outbox.items()).toMatchObject([{ id: 'k-1', problem: 'Too large.' }])
  })

  it('keeps its place where the clock was set back', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox } = await openOutbox(store)
    goOffline()
    await outbox.add(itemOf('k-1'))
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
    await outbox.add(itemOf('k-2'))
    await outbox.add(itemOf('k-0'))
    clock.mockRestore()
    const after = await openOutbox(store)
    expect(after.outbox.items().map(({ id }) => id)).toEqual(['k-1', 'k-2', 'k-0'])
  })

  it('for another place does not wait with it', async () => {
    const { outbox } = await openOutbox()
    const elsewhere = { queryKey: ['comments', 'p-2'], path: '/posts/p-2/comments' }
    await outbox.add({ ...itemOf('k-1'), ...elsewhere })
    await outbox.add(itemOf('k-2'))
    expect(outbox.items()).toMatchObject([{ id: 'k-1', problem: null }])
  })

  it('keeps waiting while the server comes back with the network', async () => {
    const { outbox } = await openOutbox()
    goOffline()
    await outbox.add(itemOf('k-1'))
    network.isOnline = true
    network.reply = errorReply(503, 'Server not ready', 'Not yet.')
    await outbox.sendQueued()
    expect(outbox.items()).toMatchObject([{ problem: null }])
  })

  it.each([
    ['is gone', 404, 'not_found'],
    ['was something else', 409, 'conflict'],
  ])('is retried under a key of its own where what was made of it %s', async (_, status, error) => {
    const store = memoryStore<OutboxItem>()
    const before = await openOutbox(store)
    network.reply = errorReply(status, error, 'Not there.')
    await before.outbox.add(itemOf('k-1'))
    const { outbox, keys } = await openOutbox(store)
    network.reply = 'no answer'
    await outbox.retry('k-1')
    // By itself it goes under the same.
    await outbox.sendQueued()
    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).not.toBe('k-1')
    expect(outbox.items()).toMatchObject([{ id: 'k-1' }])
  })

  it('says that the first of it may be there where a try before had no answer', async () => {
    const { outbox } = await openOutbox()
    network.reply = 'no answer'
    await outbox.add(itemOf('k-1'))
    network.reply = errorReply(404, 'not_found', 'Not there.')
    await outbox.sendQueued()
    expect(outbox.items()).toMatchObject([{ problem: `Not there. ${MAYBE_SENT}` }])
  })

  it('keeps its key where somebody else than the server says that there is nothing', async () => {
    const { outbox, keys } = await openOutbox()
    network.reply = { status: 404, body: 'no route' }
    await outbox.add(itemOf('k-1'))
    network.reply = MADE
    await outbox.retry('k-1')
    expect(keys).toEqual(['k-1', 'k-1'])
  })

  it('that is refused says why, waits for its writer, and can be retried or discarded', async () => {
    const { outbox, store, results, sent } = await openOutbox()
    network.reply = errorReply(404, 'not_found', 'The post is gone.')
    await outbox.add(itemOf('k-1'))
    await outbox.add(itemOf('k-2'))
    expect(outbox.items()).toMatchObject([{ problem: 'The post is gone.' }, { id: 'k-2' }])
    expect(results).toMatchObject([{ error: { status: 404 } }, { error: { status: 404 } }])
    network.reply = MADE
    await outbox.sendQueued()
    expect(sent()).toEqual(['Words k-1', 'Words k-2'])
    await outbox.retry('k-1')
    await outbox.discard('k-2')
    expect(sent()).toEqual(['Words k-1', 'Words k-2', 'Words k-1'])
    expect(await store.all()).toEqual([])
  })
})

describe('an outbox item that was tried before the server forgot its key', () => {
  const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('goes by itself for as long as the server knows it again, with a day to spare', async () => {
    const { outbox, keys } = await openOutbox()
    network.reply = 'no answer'
    await outbox.add(itemOf('k-1'))
    pass(IDEMPOTENCY_KEPT_DAYS - 1)
    network.reply = MADE
    await outbox.sendQueued()
    expect(outbox.items()).toEqual([])
    expect(keys).toEqual(['k-1', 'k-1'])
  })

  it('comes back to its writer, through a reload, and is sent again only by their wish', async () => {
    const store = memoryStore<OutboxItem>()
    const before = await openOutbox(store)
    network.reply = 'no answer'
    await before.outbox.add(itemOf('k-1'))
    await before.outbox.add({ ...itemOf('k-2'), queryKey: ['comments', 'p-2'] })
    pass(IDEMPOTENCY_KEPT_DAYS - 0.9)
    network.reply = MADE
    const { outbox, keys, results } = await openOutbox(store)
    expect(outbox.items()).toMatchObject([
      { id: 'k-1', problem: MAYBE_SENT, wasHandedBack: true, isSending: false },
      { id: 'k-2', problem: MAYBE_SENT },
    ])
    await outbox.sendQueued()
    expect(keys).toEqual([])

    // What is lost by their wish goes by itself again.
    network.reply = 'no answer'
    await outbox.retry('k-1')
    expect(outbox.items()).toMatchObject([{ id: 'k-1', problem: null }, {}])
    network.reply = MADE
    await outbox.sendQueued()
    await outbox.discard('k-2')
    expect(keys).toEqual(['k-1', 'k-1'])
    expect(results).toMatchObject([{ item: { id: 'k-1' }, answer: { made: true } }])
    expect(await store.all()).toEqual([])
  })

  it('lets go on what was written after it', async () => {
    const { outbox, sent } = await openOutbox()
    network.reply = 'no answer'
    await outbox.add(itemOf('k-1'))
    pass(IDEMPOTENCY_KEPT_DAYS)
    network.reply = MADE
    await outbox.add(itemOf('k-2'))
    expect(sent()).toEqual(['Words k-1', 'Words k-2'])
    expect(outbox.items()).toMatchObject([{ id: 'k-1', problem: MAYBE_SENT }])
  })
})
