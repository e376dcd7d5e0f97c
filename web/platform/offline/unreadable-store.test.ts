// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeServer } from '../fake-server.ts'
import { memoryStore, safeStore } from './indexed-db.ts'
import { createOutbox } from './outbox.ts'
import { FIRST_PAUSE_MS, type OutboxItem } from './outbox-item.ts'

/** The browser's database, and what of it fails. */
const device = memoryStore<OutboxItem>()
let fails = ''
const database = new Proxy(device, {
  get: (target, name: keyof typeof device) =>
    fails.split(' ').includes(name)
      ? () => Promise.reject(new DOMException('The connection is closing.'))
      : target[name],
})

beforeEach(async () => {
  await device.clear()
  fails = ''
})
afterEach(() => vi.unstubAllGlobals())

const item = (id: string) => {
  const queryKey = ['comments', 'p-1'] as const
  return { id, owner: 'ada', queryKey, path: '/tea', fields: { text: `Words ${id}` } }
}

async function open() {
  let isAway = true
  const server = createFakeServer({
    'POST /tea': () => (isAway ? 'no answer' : { status: 201, body: {} }),
  })
  vi.stubGlobal('fetch', server.fetch)
  const outbox = createOutbox(safeStore(database))
  await outbox.claim('ada')
  const comeBack = () => {
    isAway = false
  }
  const ids = () => outbox.items().map(({ id }) => id)
  return { outbox, ids, server, comeBack }
}

describe('an outbox whose store cannot be read', () => {
  it('keeps what is in it and sends nothing until it can', async () => {
    const { outbox, ids, server, comeBack } = await open()
    await outbox.add(item('k-1'))
    await outbox.add(item('k-2'))
    const tried = server.count('POST /tea')
    comeBack()
    fails = 'get all replace'
    await outbox.sendQueued()
    await outbox.claim('ada')
    expect(ids()).toEqual(['k-1', 'k-2'])
    expect(outbox.items()).toMatchObject([{ isSending: false }, { isSending: false }])
    expect(server.count('POST /tea')).toBe(tried)
    expect((await device.all()).map(({ id }) => id)).toEqual(['k-1', 'k-2'])
    fails = ''
    await outbox.sendQueued()
    expect(ids()).toEqual([])
  })
})

describe('an outbox whose store has no room', () => {
  it('holds what it is given, says so, and shows it again to its member', async () => {
    const { outbox, ids, comeBack } = await open()
    await outbox.add(item('k-1'))
    expect(outbox.isAnyHeld()).toBe(false)
    fails = 'set'
    await outbox.add(item('k-2'))
    expect(outbox.isAnyHeld()).toBe(true)
    outbox.close()
    fails = 'set all'
    await outbox.claim('ada')
    expect(ids()).toContain('k-2')
    fails = 'set'
    comeBack()
    await outbox.sendQueued()
    expect(ids()).toEqual([])
    expect(outbox.isAnyHeld()).toBe(false)
  })

  it('holds nothing of who signs out, also where it cannot be read any more', async () => {
    const { outbox, ids } = await open()
    await outbox.add(item('k-1'))
    fails = 'set'
    await outbox.add(item('k-2'))
    fails = 'set all'
    await outbox.wipeOf(() => true)
    expect(ids()).toEqual([])
    fails = ''
    await outbox.claim('ada')
    expect(ids()).toEqual([])
    expect(await device.all()).toEqual([])
  })

  it('holds also what is told to wait while it is being stored', async () => {
    const { outbox, ids } = await open()
    await outbox.add(item('k-1'))
    const { promise: noRoom, reject: fail } = Promise.withResolvers<void>()
    vi.spyOn(device, 'set').mockReturnValue(noRoom)
    // The one before it is not taken: what follows waits with it.
    const isSent = outbox.sendQueued()
    const isAdded = outbox.add(item('k-2'))
    await vi.waitFor(() => expect(outbox.items()[1]?.isSending).not.toBe(true))
    fail(new DOMException('No room.', 'QuotaExceededError'))
    await Promise.all([isAdded, isSent])
    expect(ids()).toEqual(['k-1', 'k-2'])
    expect(outbox.isAnyHeld()).toBe(true)
  })
  describe('for a change', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())

    async function failTwice() {
      const opened = await open()
      fails = 'replace'
      await opened.outbox.add(item('k-1'))
      vi.setSystemTime(Date.now() + FIRST_PAUSE_MS)
      await opened.outbox.sendQueued(undefined, 0)
      expect(opened.server.count('POST /tea')).toBe(2)
      return opened
    }

    it('keeps the pause, and makes each longer than the one before', async () => {
      const { outbox, server } = await failTwice()
      const longer = [{ isSending: false, failure: { pauseMs: 2 * FIRST_PAUSE_MS } }]
      vi.setSystemTime(Date.now() + 2 * FIRST_PAUSE_MS - 1)
      await outbox.sendQueued(undefined, 0)
      expect(server.count('POST /tea')).toBe(2)
      await outbox.sendQueued()
      expect(server.count('POST /tea')).toBe(3)
      expect(outbox.items()).toMatchObject(longer)
      expect(outbox.isAnyHeld()).toBe(false)
    })

    it('believes another tab, which had room', async () => {
      const { outbox, ids, server } = await failTwice()
      const [stored] = await device.all()
      if (!stored) throw new Error('It is stored.')
      await device.set('k-1', { ...stored, problem: 'Too sweet.' })
      await outbox.sendQueued()
      expect(outbox.items()).toMatchObject([{ problem: 'Too sweet.', isSending: false }])
      await device.remove('k-1')
      await outbox.retry('k-1')
      expect(ids()).toEqual([])
      expect(server.count('POST /tea')).toBe(2)
    })
  })
})
