import { createObservable } from '../observable.ts'
import { sessionSignal } from '../token-store.ts'
import type { SafeStore } from './indexed-db.ts'
import type { NewOutboxItem, OutboxItem, OutboxResult } from './outbox-item.ts'

type OutboxListener = (result: OutboxResult) => unknown

/** One member's items, oldest first: in memory, in the store, and in step with the other tabs. */
export function createOutboxList(store: SafeStore<OutboxItem>) {
  let [owner, openedIn] = [null as string | null, sessionSignal()]
  const firstSets = createFirstSets(store)
  const results = createResults()
  const { get: items, set: show, subscribe } = createObservable<readonly OutboxItem[]>([])
  const find = (id: string) => items().find((item) => item.id === id)
  const without = (id: string) => items().filter((item) => item.id !== id)
  const tellOtherTabs = openChannel(() => void load())

  async function load() {
    const loadedFor = owner
    const known = await readKnown(store, items, firstSets.ids())
    if (owner !== loadedFor) return
    const before = items()
    show(known.filter((item) => item.owner === loadedFor))
    for (const item of before) if (!find(item.id)) void results.tell({ item })
  }

  /** Whether this member is here: from another session on it has to be opened again. */
  const isOpenFor = (member: string) => owner === member && !openedIn.aborted

  return {
    ...{ ...results, items, subscribe, isOpenFor, find, load, whenStored: firstSets.whenStored },

    /** Whether anything would be lost with the page. */
    isAnyHeld: () => firstSets.ids().size > 0 || items().some(({ id }) => store.held().has(id)),

    /** Opens it for this member. Nothing is sent before somebody hears what becomes of it. */
    claim(member: string): Promise<void> {
      if (owner !== member) show([])
      ;[owner, openedIn] = [member, sessionSignal()]
      return load()
    },

    /** The items stay in the store, for when their member is back. */
    close(): void {
      owner = null
      show([])
    },

    /**
     * Shown at once, as being sent; resolves once it is stored. Undefined where its writer is not
     * here.
     */
    add(newItem: NewOutboxItem): Promise<void> | undefined {
      if (!isOpenFor(newItem.owner)) return undefined
      const item = asLast(newItem, items())
      show([...without(item.id), item])
      return firstSets.set(item)
    },

    async update(id: string, changes: Partial<OutboxItem>): Promise<void> {
      show(items().map((item) => (item.id === id ? { ...item, ...changes } : item)))
      await firstSets.whenStored(id)
      const item = find(id)
      // Only this page is sending it: after a reload it waits again. If another tab discarded it,
      // it is not to come back.
      if (item && !(await store.replace(id, { ...item, isSending: false }))) show(without(id))
      tellOtherTabs()
    },

    async remove(id: string): Promise<void> {
      show(without(id))
      await store.remove(id)
      tellOtherTabs()
    },
  }
}

/** What became of items, for whoever wants to know. */
function createResults() {
  const listeners = new Set<OutboxListener>()
  return {
    tell: (result: OutboxResult) =>
      Promise.allSettled([...listeners].map(async (listener) => listener(result))),

    /** An item that was sent is shown until the promises of all listeners are settled. */
    onResult(listener: OutboxListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What is being stored for the first time. */
function createFirstSets(store: SafeStore<OutboxItem>) {
  const underway = new Map<string, Promise<void>>()
  return {
    ids: () => new Set(underway.keys()),
    /**
     * Resolves once there is no first storing of it under way: before, it is nowhere to be
     * replaced.
     */
    whenStored: async (id: string) => underway.get(id),
    set(item: OutboxItem): Promise<void> {
      const isStored = store.set(item.id, { ...item, isSending: false })
      underway.set(item.id, isStored)
      return isStored.finally(() => underway.delete(item.id))
    },
  }
}

/** Later than the last, also where the clock was set back: they are ordered by it. */
function asLast(newItem: NewOutboxItem, items: readonly OutboxItem[]): OutboxItem {
  const lastMs = Math.max(0, ...items.map((item) => Date.parse(item.createdAt)))
  const createdAt = new Date(Math.max(Date.now(), lastMs + 1)).toISOString()
  return {
    ...newItem,
    ...{ problem: null, delay: null, failure: null, wasHandedBack: false },
    ...{ firstTriedAt: null, isSending: true, createdAt },
  }
}

/**
 * What is stored, with what only this page knows: which items it has just added, and which it
 * sends. Where it cannot be read, all that is shown stays. `underway`: what is being stored, and
 * may be missing.
 */
async function readKnown(
  store: SafeStore<OutboxItem>,
  items: () => readonly OutboxItem[],
  underway: ReadonlySet<string>,
): Promise<OutboxItem[]> {
  // What comes after that may be missing from what is read.
  const isOld = new Set(items().map(({ id }) => id)).difference(underway)
  const read = await store.all().catch(() => undefined)
  const shown = new Map(items().map((item) => [item.id, item]))
  const stored = read ?? [...new Map([...store.held(), ...shown]).values()]
  return [
    ...stored.map((item) => ({
      ...item,
      isSending: item.problem === null && (shown.get(item.id)?.isSending ?? false),
    })),
    ...items().filter(({ id }) => !isOld.has(id) && !stored.some((item) => item.id === id)),
  ].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}

function openChannel(onMessage: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel('outbox')
  channel.onmessage = onMessage
  return () => channel.postMessage('changed')
}
