// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IDEMPOTENCY_KEPT_DAYS } from '../../../contract/idempotency.ts'
import { createFakeServer, deferredReply, errorReply, type Reply } from '../fake-server.ts'
import { storeToken } from '../token-store.ts'
import { memoryStore } from './device-store.ts'
import { createOutbox, type OutboxResult } from './outbox.ts'
import { MAYBE_SENT, type OutboxItem } from './outbox-item.ts'

const COMMENT = 'POST /posts/p-1/comments'
const MADE: Reply = { status: 201, body: { made: true } }
let isOnline = true
let reply: Reply
/** To what goes by another path. */
let otherReply: () => Reply | Promise<Reply>

beforeEach(() => {
  isOnline = true
  reply = MADE
  otherReply = () => 'no answer'
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
})
afterEach(() => vi.unstubAllGlobals())

function item(id: string) {
  const queryKey = ['comments', 'p-1'] as const
  return {
    id,
    owner: 'ada',
    queryKey,
    path: '/posts/p-1/comments',
    fields: { text: `Words ${id}` },
  }
}

async function open(store = memoryStore<OutboxItem>(), member = 'ada') {
  const server = createFakeServer({
    [COMMENT]: () => reply,
    'POST /posts/p-2/comments': () => otherReply(),
  })
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return server.fetch(url, init)
  })
  const outbox = createOutbox(store)
  const results: OutboxResult[] = []
  outbox.onResult((result) => results.push(result))
  await outbox.claim(member)
  const sent = () => server.requests.map(({ body }) => (body as { text: string }).text)
  return { outbox, store, results, keys, sent }
}

const goOffline = () => {
  isOnline = false
  reply = 'no answer'
}
const goOnline = () => {
  isOnline = true
  reply = MADE
}

describe('an outbox item', () => {
  it('goes at once, is in sight until then, and is told', async () => {
    const { outbox, store, results, keys } = await open()
    const going = outbox.add(item('k-1'))
    expect(outbox.items()).toMatchObject([{ id: 'k-1', isSending: true, problem: null }])
    await going
    expect(outbox.items()).toEqual([])
    expect(await store.all()).toEqual([])
    expect(results).toMatchObject([{ item: { id: 'k-1' }, answer: { made: true } }])
    expect(keys).toEqual(['k-1'])
  })

  it('waits without a network, through a reload, and is delivered once, in its order', async () => {
    const store = memoryStore<OutboxItem>()
    const before = await open(store)
    goOffline()
    await before.outbox.add(item('k-1'))
    await before.outbox.add(item('k-2'))
    expect(before.outbox.items()).toMatchObject([
      { id: 'k-1', isSending: false, problem: null },
      { id: 'k-2', isSending: false, problem: null },
    ])
    const after = await open(store)
    expect(after.outbox.items()).toHaveLength(2)
    goOnline()
    await Promise.all([after.outbox.sendQueued(), after.outbox.sendQueued()])
    expect(after.outbox.items()).toEqual([])
    // One try on opening, without a network.
    expect(after.keys).toEqual(['k-1', 'k-1', 'k-2'])
  })

  it('that another tab delivered is not sent again', async () => {
    const { outbox, store, keys } = await open()
    goOffline()
    await outbox.add(item('k-1'))
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
    const { outbox, results, sent } = await open()
    reply = away
    await outbox.add(item('k-1'))
    expect(outbox.items()).toMatchObject([{ problem: null, isSending: false }])
    expect(results).toEqual([])
    reply = MADE
    await outbox.sendQueued()
    expect(outbox.items()).toEqual([])
    expect(sent()).toEqual(['Words k-1', 'Words k-1'])
  })

  it('never goes before what was written earlier for the same place', async () => {
    const { outbox, sent } = await open()
    reply = 'no answer'
    await outbox.add(item('k-1'))
    await outbox.add(item('k-2'))
    reply = MADE
    await outbox.add(item('k-3'))
    expect(sent()).toEqual(['Words k-1', 'Words k-1', 'Words k-1', 'Words k-2', 'Words k-3'])
  })

  it('goes after what is shown before it, also where each goes by a path of its own', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox, results } = await open(store)
    // With pictures, say.
    const slow = { ...item('k-1'), path: '/posts/p-2/comments' }
    await outbox.add(slow)
    await outbox.add(item('k-2'))
    await outbox.retry('k-2')
    expect(outbox.items()).toMatchObject([
      { id: 'k-1', isSending: false },
      { id: 'k-2', isSending: false },
    ])
    // The page is killed, and the server takes everything by the next visit.
    const after = await open(store)
    expect(after.outbox.items().map(({ id }) => id)).toEqual(['k-1', 'k-2'])
    expect(after.results).toEqual([])
    otherReply = () => MADE
    await after.outbox.retry('k-2')
    expect(after.results.map((result) => result.item.id)).toEqual(['k-1', 'k-2'])
    expect(results).toEqual([])
  })

  it('waits while what was written before it is on its way, and not for one that is refused', async () => {
    const { outbox, results } = await open()
    const sending = deferredReply()
    otherReply = sending.reply
    const adding = [
      outbox.add({ ...item('k-1'), path: '/posts/p-2/comments' }),
      outbox.add(item('k-2')),
    ]
    await vi.waitFor(() => expect(outbox.items()).toMatchObject([{}, { isSending: true }]))
    // Elsewhere nothing waits for it.
    await outbox.add({ ...item('k-3'), queryKey: ['comments', 'p-3'] })
    expect(results.map((result) => result.item.id)).toEqual(['k-3'])
    sending.answer(errorReply(413, 'too_large', 'Too large.'))
    await Promise.all(adding)
    expect(results.map((result) => result.item.id)).toEqual(['k-3', 'k-1', 'k-2'])
    expect(outbox.items()).toMatchObject([{ id: 'k-1', problem: 'Too large.' }])
  })

  it('keeps its place where the clock was set back', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox } = await open(store)
    goOffline()
    await outbox.add(item('k-1'))
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
    await outbox.add(item('k-2'))
    await outbox.add(item('k-0'))
    clock.mockRestore()
    const after = await open(store)
    expect(after.outbox.items().map(({ id }) => id)).toEqual(['k-1', 'k-2', 'k-0'])
  })

  it('for another place does not wait with it', async () => {
    const { outbox } = await open()
    const elsewhere = { queryKey: ['comments', 'p-2'], path: '/posts/p-2/comments' }
    await outbox.add({ ...item('k-1'), ...elsewhere })
    await outbox.add(item('k-2'))
    expect(outbox.items()).toMatchObject([{ id: 'k-1', problem: null }])
  })

  it('keeps waiting while the server comes back with the network', async () => {
    const { outbox } = await open()
    goOffline()
    await outbox.add(item('k-1'))
    isOnline = true
    reply = errorReply(503, 'Server not ready', 'Not yet.')
    await outbox.sendQueued()
    expect(outbox.items()).toMatchObject([{ problem: null }])
  })

  it('that is refused says why, waits for its writer, and can be retried or discarded', async () => {
    const { outbox, store, results, sent } = await open()
    reply = errorReply(404, 'not_found', 'The post is gone.')
    await outbox.add(item('k-1'))
    await outbox.add(item('k-2'))
    expect(outbox.items()).toMatchObject([{ problem: 'The post is gone.' }, { id: 'k-2' }])
    expect(results).toMatchObject([{ error: { status: 404 } }, { error: { status: 404 } }])
    reply = MADE
    await outbox.sendQueued()
    expect(sent()).toEqual(['Words k-1', 'Words k-2'])
    await outbox.retry('k-1')
    await outbox.discard('k-2')
    expect(sent()).toEqual(['Words k-1', 'Words k-2', 'Words k-1'])
    expect(await store.all()).toEqual([])
  })
})

describe('an outbox item that was tried before the server forgot its key', () => {
  const DAY_MS = 24 * 60 * 60_000
  const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('goes by itself for as long as the server knows it again, with a day to spare', async () => {
    const { outbox, keys } = await open()
    reply = 'no answer'
    await outbox.add(item('k-1'))
    pass(IDEMPOTENCY_KEPT_DAYS - 1)
    reply = MADE
    await outbox.sendQueued()
    expect(outbox.items()).toEqual([])
    expect(keys).toEqual(['k-1', 'k-1'])
  })

  it('comes back to its writer, through a reload, and is sent again only by their wish', async () => {
    const store = memoryStore<OutboxItem>()
    const before = await open(store)
    reply = 'no answer'
    await before.outbox.add(item('k-1'))
    await before.outbox.add({ ...item('k-2'), queryKey: ['comments', 'p-2'] })
    pass(IDEMPOTENCY_KEPT_DAYS - 0.9)
    reply = MADE
    const { outbox, keys, results } = await open(store)
    expect(outbox.items()).toMatchObject([
      { id: 'k-1', problem: MAYBE_SENT, wasHandedBack: true, isSending: false },
      { id: 'k-2', problem: MAYBE_SENT },
    ])
    await outbox.sendQueued()
    expect(keys).toEqual([])

    // What is lost by their wish goes by itself again.
    reply = 'no answer'
    await outbox.retry('k-1')
    expect(outbox.items()).toMatchObject([{ id: 'k-1', problem: null }, {}])
    reply = MADE
    await outbox.sendQueued()
    await outbox.discard('k-2')
    expect(keys).toEqual(['k-1', 'k-1'])
    expect(results).toMatchObject([{ item: { id: 'k-1' }, answer: { made: true } }])
    expect(await store.all()).toEqual([])
  })

  it('lets go on what was written after it', async () => {
    const { outbox, sent } = await open()
    reply = 'no answer'
    await outbox.add(item('k-1'))
    pass(IDEMPOTENCY_KEPT_DAYS)
    reply = MADE
    await outbox.add(item('k-2'))
    expect(sent()).toEqual(['Words k-1', 'Words k-2'])
    expect(outbox.items()).toMatchObject([{ id: 'k-1', problem: MAYBE_SENT }])
  })
})

describe('the outbox', () => {
  it('belongs to one member', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox } = await open(store)
    goOffline()
    await outbox.add(item('k-1'))
    outbox.close()
    expect(outbox.items()).toEqual([])
    await outbox.claim('ada')
    expect(outbox.items()).toHaveLength(1)
    goOnline()
    const bens = await open(store, 'ben')
    expect(bens.outbox.items()).toEqual([])
    expect(bens.sent()).toEqual([])
    expect(await store.all()).toEqual([])
  })

  it('takes nothing of another member, and nothing once its own may be gone', async () => {
    const { outbox, store, keys } = await open()
    expect(await outbox.store({ ...item('k-1'), owner: 'ben' })).toBe(false)
    storeToken('another', false)
    expect(await outbox.store(item('k-2'))).toBe(false)
    await outbox.add(item('k-3'))
    expect(outbox.items()).toEqual([])
    expect(await store.all()).toEqual([])
    expect(keys).toEqual([])
    await outbox.claim('ada')
    expect(await outbox.store(item('k-2'))).toBe(true)
    await vi.waitFor(() => expect(keys).toEqual(['k-2']))
  })

  it('sends nothing in another name, nor tells of it, where its member goes meanwhile', async () => {
    const store = memoryStore<OutboxItem>()
    const { outbox, keys, results } = await open(store)
    const sending = deferredReply()
    otherReply = sending.reply
    const slow = { ...item('k-1'), path: '/posts/p-2/comments' }
    const adding = [outbox.add(slow), outbox.add(item('k-2'))]
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
    const { outbox, keys } = await open(store)
    const { get } = store
    vi.spyOn(store, 'get').mockImplementation(async (key) => {
      const found = await get(key)
      storeToken('of ben', false)
      return found
    })
    await outbox.add(item('k-1'))
    expect(keys).toEqual([])
    expect(await store.all()).toMatchObject([{ id: 'k-1', owner: 'ada' }])
  })

  it('is empty once it is wiped', async () => {
    const { outbox, store } = await open()
    goOffline()
    await outbox.add(item('k-1'))
    await outbox.clear()
    expect(outbox.items()).toEqual([])
    expect(await store.all()).toEqual([])
  })
})
