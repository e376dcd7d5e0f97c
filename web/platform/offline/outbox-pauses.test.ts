// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deferredReply, type Reply } from '../fake-server.ts'
import { memoryStore } from './indexed-db.ts'
import { createOutbox } from './outbox.ts'
import { FIRST_PAUSE_MS, type OutboxItem, pausedUntil } from './outbox-item.ts'
import { itemOf, MADE, network, openOutbox, resetNetwork } from './test-outbox.ts'

// When what did not get through is tried again, in all tabs together.

const SLOW_MS = 290_000
const itemAway = (id: string) => ({ ...itemOf(id), path: '/posts/p-2/comments' })
const replyAfter = (status: number, retryAfter: number): Reply => ({ status, retryAfter })
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** One after the other under each name, as in the tabs of one browser. */
function installLocks() {
  const last = new Map<string, Promise<unknown>>()
  const request = (name: string, act: () => Promise<unknown>) => {
    const result = (last.get(name) ?? Promise.resolve()).then(act)
    last.set(
      name,
      result.catch(() => {}),
    )
    return result
  }
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
}

beforeEach(() => {
  resetNetwork()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A try that lasts until it fails. */
async function beginSlowTry() {
  const opened = await openOutbox()
  const sending = deferredReply()
  network.otherReply = sending.reply
  const adding = opened.outbox.add(itemAway('k-1'))
  await vi.waitFor(() => expect(opened.keys).toEqual(['k-1']))
  const fail = async () => {
    pass(SLOW_MS)
    sending.answer('no answer')
    await adding
  }
  return { ...opened, fail }
}

describe('a try that fails slowly', () => {
  it('has its pause, however often the connection broke and came back meanwhile', async () => {
    const { outbox, keys, fail } = await beginSlowTry()
    const asked = [1, 2, 3].map(() => outbox.sendQueued())
    await fail()
    await Promise.all(asked)
    expect(keys).toEqual(['k-1'])
    expect(outbox.items()).toMatchObject([{ isSending: false }])
    // What happens after it is another matter.
    pass(1)
    await outbox.sendQueued()
    expect(keys).toEqual(['k-1', 'k-1'])
  })

  it('is followed by one at most, of those that were asked for meanwhile', async () => {
    const { outbox, keys, store, fail } = await beginSlowTry()
    const read = vi.spyOn(store, 'get')
    const asked = [1, 2, 3].map(() => outbox.sendQueued())
    await fail()
    await Promise.all(asked)
    expect(keys).toEqual(['k-1'])
    expect(read).toHaveBeenCalledOnce()
  })

  it('has its pause in the other tab, too, and is tried there at once by the wish of its member', async () => {
    installLocks()
    const { outbox, store, keys, fail } = await beginSlowTry()
    const other = createOutbox(store)
    const opening = other.claim('ada')
    await vi.waitFor(() => expect(other.items()).toHaveLength(1))
    await fail()
    await opening
    expect(keys).toEqual(['k-1'])
    // Nor by the timers of both.
    const [item] = await store.all()
    if (!item?.failure) throw new Error('It has failed.')
    const { at } = item.failure
    pass(14_999)
    await Promise.all([outbox.sendQueued(undefined, at), other.sendQueued(undefined, at - 1)])
    expect(keys).toEqual(['k-1', 'k-1'])
    await other.retry('k-1')
    expect(keys).toEqual(['k-1', 'k-1', 'k-1'])
  })
})

describe('a server that says how long to leave it in peace', () => {
  const store = memoryStore<OutboxItem>()
  beforeEach(() => store.clear())

  it.each([
    ['so long', 60, 60],
    ['four minutes at most', 3_600, 240],
  ])('is not tried by itself for %s, but by the wish of its member', async (_, said, kept) => {
    network.reply = replyAfter(429, said)
    const { outbox, keys } = await openOutbox(store)
    await outbox.add(itemOf('k-1'))
    pass(kept * 1_000 - 1)
    network.reply = MADE
    await outbox.sendQueued()
    await outbox.claim('ada')
    expect(keys).toEqual(['k-1'])
    expect(outbox.items().map(pausedUntil)).toEqual([Date.now() + 1])
    await outbox.add(itemOf('k-2'))
    expect(outbox.items()).toMatchObject([{ isSending: false }, { isSending: false }])
    await outbox.retry('k-2')
    expect(keys).toEqual(['k-1', 'k-1', 'k-2'])
  })

  it('is tried by itself after that, also where the clock was set back', async () => {
    network.reply = replyAfter(503, 60)
    const { outbox, keys } = await openOutbox(store)
    await outbox.add(itemOf('k-1'))
    pass(60_000)
    await outbox.sendQueued()
    expect(keys).toEqual(['k-1', 'k-1'])
    pass(-3_600_000)
    network.reply = MADE
    await outbox.sendQueued()
    expect(keys).toEqual(['k-1', 'k-1', 'k-1'])
  })

  it('is tried as soon as that is over for what happened meanwhile, and its pauses grow no slower', async () => {
    const { outbox, keys } = await openOutbox(store)
    network.reply = 'no answer'
    await outbox.add(itemOf('k-1'))
    pass(FIRST_PAUSE_MS)
    network.reply = replyAfter(503, 20)
    await outbox.sendQueued()
    const failedAt = Date.now()
    expect(outbox.items().map(pausedUntil)).toEqual([failedAt + 2 * FIRST_PAUSE_MS])
    // The timer of another tab, which was not told of it yet.
    await outbox.sendQueued(undefined, failedAt - FIRST_PAUSE_MS)
    expect(outbox.items().map(pausedUntil)).toEqual([failedAt + 2 * FIRST_PAUSE_MS])
    pass(1)
    await outbox.sendQueued()
    expect(outbox.items().map(pausedUntil)).toEqual([failedAt + 20_000])
    pass(19_999)
    await outbox.sendQueued(undefined, failedAt)
    expect(keys).toEqual(['k-1', 'k-1', 'k-1'])
    expect(outbox.items().map(pausedUntil)).toEqual([Date.now() + 2 * FIRST_PAUSE_MS])
  })
})
