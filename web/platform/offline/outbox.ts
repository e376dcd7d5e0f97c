/**
 * What a member wrote and the server does not have yet. An item waits here, through reloads, until
 * the server takes it, and is sent once: each attempt has the same idempotency key, until the server
 * forgets that, or says that what it made under it is gone. One that the server refused, or may have
 * and would not know, stays until its member retries or discards it. Items belong to one member.
 */
import { ApiError } from '../api-error.ts'
import { createTabQueue } from '../tab-lock.ts'
import { openDatabase, type SafeStore, safeStore } from './indexed-db.ts'
import {
  delayOf,
  failureOf,
  isDue,
  isMaybeSent,
  isRetryable,
  MAYBE_SENT,
  type NewOutboxItem,
  type OutboxItem,
  type OutboxResult,
  refusalOf,
  sendItem,
  withEvent,
} from './outbox-item.ts'
import { createOutboxList } from './outbox-list.ts'

export const outbox = createOutbox(safeStore(openDatabase<OutboxItem>('outbox-items')))

export function createOutbox(store: SafeStore<OutboxItem>) {
  const list = createOutboxList(store)
  const attempt = createSender(store, list)
  const { enqueue, enqueueTry } = createQueues()

  /** Sends what waits in this queue. Behind one that does not get through waits all that follows. */
  async function sendAllIn(queue: string, since: number): Promise<void> {
    let isBlocked = false
    for (const item of list.items()) {
      if (queueOf(item) !== queue || item.problem !== null) continue
      if (isBlocked) await list.update(item.id, { isSending: false })
      else isBlocked = !(await attempt(item.id, since))
    }
  }

  /** In these queues, or in all, but what a try failed for since then (epoch ms) and has its pause. */
  const sendQueued = (
    queues: Iterable<string> = new Set(list.items().map(queueOf)),
    since = Date.now(),
  ) => Promise.all([...queues].map((queue) => enqueueTry(queue, () => sendAllIn(queue, since))))

  function take(item: NewOutboxItem) {
    const isStored = list.add(item)
    return isStored && { isStored, isTried: sendQueued([queueOf(item)]) }
  }

  return {
    ...{ ...list, sendQueued, discard: list.remove },

    async wipeOf(isGone: (owner: string) => boolean): Promise<void> {
      // What is shown goes also where the store cannot be read, or had no room for it.
      for (const item of [...list.items(), ...(await store.all().catch(() => []))])
        if (isGone(item.owner)) await list.remove(item.id)
    },

    /** Takes the item and tries to send it, after what was written before. */
    async add(item: NewOutboxItem): Promise<void> {
      await take(item)?.isTried
    },

    /** The same, but resolves once it is stored; to false where its writer is not here. */
    async store(item: NewOutboxItem): Promise<boolean> {
      const taken = take(item)
      await taken?.isStored
      return taken !== undefined
    },

    /** Tries it again, after what was written before and waits, too. */
    async retry(id: string): Promise<void> {
      const item = list.find(id)
      if (!item) return
      const queue = queueOf(item)
      await enqueue(queue, async () => {
        // Who saw why it came back wants it sent, whatever became of it before.
        const again = item.problem !== null && { firstTriedAt: null }
        await list.update(id, { ...again, isSending: true, problem: null })
        await sendAllIn(queue, Number.POSITIVE_INFINITY)
      })
    },
  }
}

function createSender(store: SafeStore<OutboxItem>, list: ReturnType<typeof createOutboxList>) {
  /** Resolves to whether the next item may be sent. */
  async function attempt(id: string, since: number): Promise<boolean> {
    const item = list.find(id)
    if (!item) return true
    await list.whenStored(id)
    const stored = await store.get(id).catch(() => 'unreadable' as const)
    // Whether another tab sent it is not known: it waits, as does what follows.
    if (stored === 'unreadable') return wait(id)
    const isByMember = since === Number.POSITIVE_INFINITY
    // Another tab sent it, or discarded it; or handed it back, and this one was not told yet: its member
    // has not seen why.
    if (!stored || (stored.problem !== null && !isByMember)) return list.load().then(() => true)
    const wanted = withEvent(stored, since)
    if (!isByMember && !isDue(wanted)) return wait(id, triesOf(wanted))
    if (isMaybeSent(stored)) return returnToWriter(id, { problem: MAYBE_SENT }).then(() => true)
    const begunAt = Date.now()
    await list.update(id, {
      ...triesOf(stored),
      ...{ isSending: true, problem: null, firstTriedAt: stored.firstTriedAt ?? begunAt },
    })
    const current = list.find(id)
    if (!current) return true
    // By now the token may be another member's.
    if (!list.isOpenFor(item.owner)) return false
    const result = await trySending(current)
    if (!list.isOpenFor(item.owner)) {
      // It is nobody's here to be told of.
      if (!result.error) await store.remove(id)
      return false
    }
    if (result.error && isRetryable(result.error)) {
      const failure = failureOf(stored, begunAt, result.error)
      return wait(id, { problem: null, delay: delayOf(result.error), failure })
    }
    if (result.error) {
      await returnToWriter(id, refusalOf(stored, result.error))
      // Another tab discarded it meanwhile: nothing is to be told of it.
      if (!list.find(id)) return true
    }
    await list.tell(result)
    if (!result.error) await list.remove(id)
    return true
  }

  async function wait(id: string, changes: Partial<OutboxItem> = {}): Promise<false> {
    await list.update(id, { ...changes, isSending: false })
    return false
  }

  function returnToWriter(id: string, refusal: ReturnType<typeof refusalOf>) {
    return list.update(id, { ...refusal, isSending: false, wasHandedBack: true })
  }

  return attempt
}

/** What another tab may have noted that this one was not told of yet. */
function triesOf({ key, firstTriedAt, delay, failure }: OutboxItem) {
  return { firstTriedAt, delay, failure, ...(key !== undefined && { key }) }
}

/** Within a queue items arrive in the order they were written; no other queue waits for them. */
function createQueues() {
  const queues = new Map<string, ReturnType<typeof createTabQueue>>()
  /** Tries that did not begin yet: one is enough, whatever happens meanwhile. */
  const waiting = new Map<string, Promise<unknown>>()

  function enqueue(queue: string, act: () => Promise<unknown>): Promise<unknown> {
    const tabQueue = queues.get(queue) ?? createTabQueue(`outbox ${queue}`)
    queues.set(queue, tabQueue)
    return tabQueue(act)
  }

  function enqueueTry(queue: string, act: () => Promise<unknown>): Promise<unknown> {
    const known = waiting.get(queue)
    if (known) return known
    const isTried = enqueue(queue, () => {
      waiting.delete(queue)
      return act()
    })
    waiting.set(queue, isTried)
    return isTried
  }

  return { enqueue, enqueueTry }
}

/**
 * What is shown in one list: words follow the pictures they were written after, by whichever path
 * each goes.
 */
export function queueOf({ queryKey }: NewOutboxItem): string {
  return queryKey.join(' ')
}

async function trySending(item: OutboxItem): Promise<OutboxResult> {
  try {
    return { item, answer: await sendItem(item) }
  } catch (error) {
    if (error instanceof ApiError) return { item, error }
    throw error
  }
}
