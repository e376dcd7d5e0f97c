/** For tests: the locks and channels that the tabs of one browser share. */
import type { TabApis } from './tabs.ts'

export function fakeTabApis(): TabApis {
  return { locks: fakeLocks(), Channel: fakeChannel() }
}

type Work = () => Promise<unknown>

function fakeLocks(): NonNullable<TabApis['locks']> {
  const waiting = new Map<string, Work[]>()
  async function goOn(name: string) {
    const [work] = waiting.get(name) ?? []
    if (!work) return
    await Promise.resolve()
    await work()
    waiting.get(name)?.shift()
    void goOn(name)
  }
  const request = (name: string, { signal }: LockOptions, work: Work) =>
    new Promise((_, reject) => {
      const queue = waiting.get(name) ?? []
      waiting.set(name, queue)
      queue.push(work)
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(work)
        if (place > 0) queue.splice(place, 1)
        reject(signal.reason)
      })
      if (queue.length === 1) void goOn(name)
    })
  return { request: request as LockManager['request'] }
}

function fakeChannel(): typeof BroadcastChannel {
  const open = new Set<Channel>()
  class Channel {
    name: string
    onmessage: ((event: { data: unknown }) => void) | null = null
    constructor(name: string) {
      this.name = name
      open.add(this)
    }
    postMessage(message: unknown) {
      const data = structuredClone(message)
      for (const other of open) {
        if (other === this || other.name !== this.name) continue
        queueMicrotask(() => other.onmessage?.({ data }))
      }
    }
    close() {
      open.delete(this)
    }
  }
  return Channel as unknown as typeof BroadcastChannel
}
