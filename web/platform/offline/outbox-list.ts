import { createObservable } from '../observable.ts'
import { currentSession } from '../token-store.ts'
import type { SafeStore } from './device-store.ts'
import type { NewOutboxItem, OutboxItem } from './outbox-item.ts'

/** One member's items, oldest first: in memory, in the store, and in step with the other tabs. */
export function createOutboxList(store: SafeStore<OutboxItem>) {
  let owner: string | null = null
  let openedIn = 0
  /** What is being stored for the first time. */
  const firstSets = new Map<string, Promise<void>>()
  const { get: items, set: show, subscribe } = createObservable<readonly OutboxItem[]>([])
  const otherTabs = openChannel(() => void load())

  async function load() {
    const loadedFor = owner
    // What comes after that may be missing from what is read.
    const isOld = new Set(items().map(({ id }) => id)).difference(new Set(firstSets.keys()))
    // Where it cannot be read, all that is shown stays.
    const read = await store.all().catch(() => undefined)
    const shown = new Map(items().map((item) => [item.id, item]))
    const known = read ?? [...new Map([...store.held(), ...shown]).values()]
    const stored = known.filter((item) => item.owner === loadedFor)
    if (owner === loadedFor)
      show(
        merged(
          stored,
          items().filter(({ id }) => !isOld.has(id)),
          items(),
        ),
      )
  }

  /** Whether this member is here: from another session on it has to be opened again. */
  const isOpenFor = (member: string) => owner === member && openedIn === currentSession()

  return {
    items,
    subscribe,
    isOpenFor,
    /** Whether anything would be lost with the page. */
    isAnyHeld: () => firstSets.size > 0 || items().some(({ id }) => store.held().has(id)),
    /** Resolves once there is no first storing of it under way. */
    whenStored: async (id: string) => await firstSets.get(id),
    find: (id: string) => items().find((item) => item.id === id),

    /** Shows this member's items and removes those of others from the store. */
    async open(member: string): Promise<void> {
      if (owner !== member) show([])
      owner = member
      openedIn = currentSession()
      // Somebody else may have come meanwhile.
      for (const item of await store.all().catch(() => []))
        if (owner === member && item.owner !== member) await store.remove(item.id)
      await load()
    },

    /** The items stay in the store, for when their member is back. */
    close(): void {
      owner = null
      show([])
    },

    /** Shown at once, as being sent; resolves once it is stored. Undefined where its writer is not here. */
    add(newItem: NewOutboxItem): Promise<void> | undefined {
      if (!isOpenFor(newItem.owner)) return undefined
      // Later than the last, also where the clock was set back: they are ordered by it.
      const lastMs = Math.max(0, ...items().map((item) => Date.parse(item.createdAt)))
      const createdAt = new Date(Math.max(Date.now(), lastMs + 1)).toISOString()
      const untold = { problem: null, delay: null, wasHandedBack: false }
      const item = { ...newItem, ...untold, firstTriedAt: null, isSending: true, createdAt }
      show([...items().filter(({ id }) => id !== item.id), item])
      const isStored = store.set(item.id, { ...item, isSending: false })
      firstSets.set(item.id, isStored)
      return isStored.finally(() => firstSets.delete(item.id))
    },

    async update(id: string, changes: Partial<OutboxItem>): Promise<void> {
      show(items().map((item) => (item.id === id ? { ...item, ...changes } : item)))
      const item = items().find((each) => each.id === id)
      // Only this page is sending it: after a reload it waits again.
      const isThere = item && (await store.replace(id, { ...item, isSending: false }))
      // Another tab discarded it: it is not to come back.
      if (isThere === false) show(items().filter((each) => each.id !== id))
      otherTabs?.postMessage('changed')
    },

    async remove(id: string): Promise<void> {
      show(items().filter((item) => item.id !== id))
      await store.remove(id)
      otherTabs?.postMessage('changed')
    },

    async clear(): Promise<void> {
      show([])
      await store.clear()
      otherTabs?.postMessage('changed')
    },
  }
}

/** What is stored, with what only this page knows: which items it has just added, and which it sends. */
function merged(
  stored: readonly OutboxItem[],
  added: readonly OutboxItem[],
  shown: readonly OutboxItem[],
): OutboxItem[] {
  const sendingIds = new Set(shown.filter(({ isSending }) => isSending).map(({ id }) => id))
  const storedIds = new Set(stored.map(({ id }) => id))
  return [
    ...stored.map((item) => ({ ...item, isSending: sendingIds.has(item.id) })),
    ...added.filter(({ id }) => !storedIds.has(id)),
  ].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}

function openChannel(onMessage: () => void): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel('outbox')
  channel.onmessage = onMessage
  return channel
}
