/**
 * What a member wrote and the server does not have yet. An item waits here, through reloads, until
 * the server takes it, and is sent once: each attempt has the same idempotency key. One that the
 * server refused stays until its member retries or discards it. Items belong to one member.
 */
import { ApiError } from '../api-client.ts'
import { createTabQueue } from '../tab-lock.ts'
import { type DeviceStore, memoryStore, openDeviceStore } from './device-store.ts'
import { isRetryable, type NewOutboxItem, type OutboxItem, sendItem } from './outbox-item.ts'
import { createOutboxList } from './outbox-list.ts'

/** What became of an item that was sent. */
export type OutboxResult = { item: OutboxItem } & ({ answer: unknown } | { error: ApiError })

type OutboxListener = (result: OutboxResult) => unknown

export const outbox = createOutbox(openDeviceStore<OutboxItem>('outbox-items', memoryStore()))

export function createOutbox(store: DeviceStore<OutboxItem>) {
  const list = createOutboxList(store)
  const resultListeners = new Set<OutboxListener>()
  // So that items arrive in the order they were written.
  const enqueue = createTabQueue('outbox')

  /** Resolves to whether the next item may be sent. */
  async function attempt(id: string): Promise<boolean> {
    const item = list.find(id)
    if (!item) return true
    // Another tab may have sent it, or discarded it.
    if (!(await store.get(id))) return list.remove(id).then(() => true)
    await list.update(id, { isSending: true, problem: null })
    const result = await trySending(item)
    if ('error' in result && isRetryable(result.error)) {
      await list.update(id, { isSending: false, problem: null })
      return false
    }
    if ('error' in result)
      await list.update(id, { isSending: false, problem: result.error.message })
    await Promise.allSettled([...resultListeners].map(async (listener) => listener(result)))
    if ('answer' in result) await list.remove(id)
    return true
  }

  /** Sends what waits. Behind one that does not get through waits what goes to the same place. */
  async function sendInOrder(): Promise<void> {
    const blocked = new Set<string>()
    for (const { id, path, problem } of list.items()) {
      if (problem !== null) continue
      if (blocked.has(path)) await list.update(id, { isSending: false })
      else if (!(await attempt(id))) blocked.add(path)
    }
  }

  const sendQueued = () => enqueue(sendInOrder)

  return {
    ...{ items: list.items, subscribe: list.subscribe, close: list.close, clear: list.clear },
    ...{ discard: list.remove, sendQueued },

    /** Opens it for this member; items of whoever was here before are removed. */
    async claim(member: string): Promise<void> {
      await list.open(member)
      await sendQueued()
    },

    /** Takes the item and tries to send it, after what was written before. */
    async add(item: NewOutboxItem): Promise<void> {
      const isStored = list.add(item)
      if (isStored) await enqueue(() => isStored.then(sendInOrder))
    },

    retry: (id: string): Promise<unknown> => enqueue(() => attempt(id)),

    /** An item is shown until the promises of all listeners to its success are settled. */
    onResult(listener: OutboxListener): () => void {
      resultListeners.add(listener)
      return () => void resultListeners.delete(listener)
    },
  }
}

async function trySending(item: OutboxItem): Promise<OutboxResult> {
  try {
    return { item, answer: await sendItem(item) }
  } catch (error) {
    if (error instanceof ApiError) return { item, error }
    throw error
  }
}
