// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeServer, deferredReply, errorReply, type Reply } from '../fake-server.ts'
import { memoryStore, type SafeStore } from './device-store.ts'
import { createOutbox, type OutboxResult } from './outbox.ts'
import type { OutboxItem } from './outbox-item.ts'

afterEach(() => vi.unstubAllGlobals())

function item(id: string) {
  const queryKey = ['comments', 'p-1'] as const
  return { id, owner: 'ada', queryKey, path: '/tea', fields: { text: `Words ${id}` } }
}

/** Ada's, and the keys that were sent. */
async function open(store: SafeStore<OutboxItem>, reply: () => Reply | Promise<Reply>) {
  const server = createFakeServer({ 'POST /tea': () => reply() })
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return server.fetch(url, init)
  })
  const outbox = createOutbox(store)
  const results: OutboxResult[] = []
  outbox.onResult((result) => results.push(result))
  await outbox.claim('ada')
  return { outbox, keys, results }
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
    const adding = outbox.add(item('k-1'))
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

  it('leaves this tab’s list at once', async () => {
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
    const { outbox, keys } = await open(
      store,
      () => replies.shift()?.() ?? { status: 201, body: {} },
    )
    const adding = outbox.add(item('k-1'))
    await vi.waitFor(() => expect(keys).toEqual(['k-1']))
    await store.remove('k-1')
    // One that is not in the store yet stays.
    const { set } = store
    const stored = Promise.withResolvers<void>()
    vi.spyOn(store, 'set').mockImplementation((key, value) =>
      stored.promise.then(() => set(key, value)),
    )
    const next = outbox.add(item('k-2'))
    for (const { onmessage } of channels) onmessage?.()
    await vi.waitFor(() => expect(outbox.items().map(({ id }) => id)).toEqual(['k-2']))
    stored.resolve()
    sending.answer('no answer')
    await Promise.all([adding, next])
    expect(keys).toEqual(['k-1', 'k-2'])
    expect(await store.all()).toEqual([])
  })
})
