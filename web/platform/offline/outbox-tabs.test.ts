// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deferredReply, errorReply, type Reply } from '../fake-server.ts'
import { memoryStore, type SafeStore } from './indexed-db.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxItem } from './outbox-item.ts'
import { itemOf, network, openOutbox } from './test-outbox.ts'

afterEach(() => vi.unstubAllGlobals())

const itemAway = (id: string) => ({ ...itemOf(id), path: '/posts/p-2/comments' })
function open(store: SafeStore<OutboxItem>, reply: () => Reply | Promise<Reply>) {
  network.otherReply = reply
  return openOutbox(store)
}

describe('an outbox item that another tab discards while it is sent here', () => {
  it.each<[string, Reply]>([
    ['no answer comes', 'no answer'],
    ['it is refused', errorReply(404, 'not_found', 'The post is gone.')],
  ])('stays away where %s', async (_, end) => {
    const sending = deferredReply()
    let replyOf: () => Reply | Promise<Reply> = sending.reply
    const store = memoryStore<OutboxItem>()
    const { outbox, results, keys } = await open(store, () => replyOf())
    const adding = outbox.add(itemAway('k-1'))
    await vi.waitFor(() => expect(keys).toEqual(['k-1']))
    await store.remove('k-1')
    sending.answer(end)
    await adding
    expect(outbox.items()).toEqual([])
    expect(await store.all()).toEqual([])
    expect(results).toEqual([])
    replyOf = () => ({ status: 201, body: {} })
    await outbox.sendQueued()
    expect(keys).toEqual(['k-1'])
  })

  it('leaves this tab’s list at once, which is told', async () => {
    const channels: { onmessage?: () => void }[] = []
    class Channel {
      onmessage?: () => void
      constructor() {
        channels.push(this)
      }
      postMessage() {}
    }
    vi.stubGlobal('BroadcastChannel', Channel)
    const sending = deferredReply()
    const replies = [sending.reply]
    const store = memoryStore<OutboxItem>()
    const { outbox, keys, results } = await open(
      store,
      () => replies.shift()?.() ?? { status: 201, body: {} },
    )
    const adding = outbox.add(itemAway('k-1'))
    await vi.waitFor(() => expect(keys).toEqual(['k-1']))
    await store.remove('k-1')
    // One that is not in the store yet stays.
    const { set } = store
    const stored = Promise.withResolvers<void>()
    vi.spyOn(store, 'set').mockImplementation((key, value) =>
      stored.promise.then(() => set(key, value)),
    )
    const next = outbox.add(itemAway('k-2'))
    for (const { onmessage } of channels) onmessage?.()
    await vi.waitFor(() => expect(outbox.items().map(({ id }) => id)).toEqual(['k-2']))
    expect(results).toEqual([{ item: expect.objectContaining({ id: 'k-1' }) }])
    stored.resolve()
    sending.answer('no answer')
    await Promise.all([adding, next])
    expect(keys).toEqual(['k-1', 'k-2'])
    expect(await store.all()).toEqual([])
  })
})

it('what another tab sent is told here, too, and leaves', async () => {
  const store = memoryStore<OutboxItem>()
  const { outbox, results, keys } = await open(store, () => 'no answer')
  await outbox.add(itemAway('k-1'))
  await store.remove('k-1')
  await outbox.sendQueued()
  expect(outbox.items()).toEqual([])
  expect(results).toEqual([{ item: expect.objectContaining({ id: 'k-1' }) }])
  expect(keys).toEqual(['k-1'])
})

it('what another tab was refused waits for its member here, too, under its new key', async () => {
  const store = memoryStore<OutboxItem>()
  const { outbox, keys } = await open(store, () => 'no answer')
  await outbox.add(itemAway('k-1'))
  const other = createOutbox(store)
  await other.claim('ada')
  network.otherReply = () => errorReply(404, 'not_found', 'Not there.')
  // The other was told of nothing that happened here since: no channel is between them.
  await outbox.sendQueued()
  const [refused] = await store.all()
  const sentBefore = keys.length
  await other.sendQueued()
  expect(keys).toHaveLength(sentBefore)
  expect(await store.all()).toEqual([refused])
  expect(other.items()).toMatchObject([{ problem: refused?.problem, key: refused?.key }])
  network.otherReply = () => ({ status: 201, body: {} })
  await other.retry('k-1')
  expect(keys.at(-1)).toBe(refused?.key)
})
