/**
 * What a member wrote and the server does not have yet. A letter waits here, through reloads, until
 * the network is back, and is delivered once: each attempt carries the same key. One that the
 * server refused stays until its writer tries again or discards it. Letters belong to one member.
 */
import { ApiError, api } from '../api-client.ts'
import { type DeviceStore, memoryStore, openDeviceStore } from './device-store.ts'

export interface OutboxItem {
  /** Its key at the server, too. */
  id: string
  owner: string
  /** What it will be part of: the key of the query that shows it once it is delivered. */
  queryKey: readonly string[]
  path: string
  fields: Record<string, string>
  /** Given (also as null): it is sent as a form. */
  image?: File | null
  createdAt: string
  /** Why it was not taken; empty where the server did not say. Null: it goes, or waits to. */
  problem: string | null
  isSending: boolean
}

export type NewOutboxItem = Omit<OutboxItem, 'owner' | 'createdAt' | 'problem' | 'isSending'>

/** What became of an attempt. */
export type OutboxResult = { item: OutboxItem } & ({ answer: unknown } | { error: ApiError })

type OutboxListener = (result: OutboxResult) => unknown

export const outbox = createOutbox(openDeviceStore<OutboxItem>('outbox', memoryStore()))

export function createOutbox(store: DeviceStore<OutboxItem>) {
  let owner: string | null = null
  let items: readonly OutboxItem[] = []
  const listeners = new Set<() => void>()
  const resultListeners = new Set<OutboxListener>()
  const otherTabs = openChannel(() => void load())
  let lastTask: Promise<unknown> = Promise.resolve()

  function show(next: readonly OutboxItem[]) {
    items = next
    for (const listener of listeners) listener()
  }

  async function load() {
    const of = owner
    const stored = (await store.all()).filter((item) => item.owner === of)
    if (owner !== of) return
    const sendingIds = new Set(items.filter(({ isSending }) => isSending).map(({ id }) => id))
    const next = stored.map((item) => ({ ...item, isSending: sendingIds.has(item.id) }))
    // One that was just put here may not be written yet.
    const unwritten = items.filter(
      ({ id, isSending }) => isSending && !stored.some((s) => s.id === id),
    )
    show([...next, ...unwritten].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1)))
  }

  async function change(id: string, by: Partial<OutboxItem>) {
    show(items.map((item) => (item.id === id ? { ...item, ...by } : item)))
    const item = items.find((each) => each.id === id)
    // What is under way is of this page alone: after a reload it waits again.
    if (item) await store.set(id, { ...item, isSending: false })
    otherTabs?.postMessage('changed')
  }

  async function remove(id: string) {
    show(items.filter((item) => item.id !== id))
    await store.remove(id)
    otherTabs?.postMessage('changed')
  }

  /** Resolves to whether the next letter may go. `isAsked`: the member waits to see it go. */
  async function attempt(id: string, isRequested: boolean): Promise<boolean> {
    const item = items.find((each) => each.id === id)
    if (!item || item.owner !== owner) return true
    // Another tab may have sent it, or discarded it.
    if (!(await store.get(id))) return remove(id).then(() => true)
    await change(id, { isSending: true, problem: null })
    try {
      const answer = await send(item)
      await Promise.allSettled([...resultListeners].map((onResult) => onResult({ item, answer })))
      await remove(id)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isKeptWaiting = isRetryable(error) && !(isRequested && navigator.onLine)
      await change(id, { isSending: false, problem: isKeptWaiting ? null : error.message })
      if (!isKeptWaiting) for (const onResult of resultListeners) onResult({ item, error })
      return !isRetryable(error)
    }
  }

  /** One at a time, in all tabs together, so that they arrive in the order they were written. */
  function enqueue<Result>(act: () => Promise<Result>): Promise<Result> {
    const task = lastTask.then(() =>
      typeof navigator.locks === 'undefined' ? act() : navigator.locks.request('outbox', act),
    )
    lastTask = task.catch(() => {})
    return task
  }

  /** Delivers what waits, until one does not get through. */
  function sendQueued(): Promise<void> {
    return enqueue(async () => {
      for (const { id, problem } of items)
        if (problem === null && !(await attempt(id, false))) return
    })
  }

  return {
    /** Opens it for this member. Letters of whoever was here before go unread. */
    async claim(member: string): Promise<void> {
      if (owner !== member) show([])
      owner = member
      for (const item of await store.all()) if (item.owner !== member) await store.remove(item.id)
      await load()
      await sendQueued()
    },

    /** The letters stay on the device, for when their member is back. */
    close(): void {
      owner = null
      show([])
    },

    async clear(): Promise<void> {
      show([])
      await store.clear()
      otherTabs?.postMessage('changed')
    },

    /** Takes the letter and tries to deliver it. */
    async add(item: NewOutboxItem): Promise<void> {
      if (owner === null) return
      const createdAt = new Date().toISOString()
      const taken = { ...item, owner, createdAt, problem: null, isSending: true }
      show([...items.filter(({ id }) => id !== item.id), taken])
      const isWritten = store.set(item.id, { ...taken, isSending: false })
      await enqueue(() => isWritten.then(() => attempt(item.id, true)))
    },

    retry: (id: string): Promise<unknown> => enqueue(() => attempt(id, true)),

    discard: remove,

    deliverWaiting: sendQueued,

    items: () => items,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** A letter is in sight until all who hear that it was delivered are done. */
    onResult(listener: OutboxListener): () => void {
      resultListeners.add(listener)
      return () => void resultListeners.delete(listener)
    },
  }
}

/** There was no network to try: what was written waits for it. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !navigator.onLine
}

/** Nothing was said about the letter itself. A session that ended comes back with its member. */
function isRetryable({ status }: ApiError): boolean {
  return status === 0 || status >= 500 || status === 429 || status === 401
}

function send({ id, path, fields, image }: OutboxItem): Promise<unknown> {
  if (image === undefined) return api.post(path, fields, { idempotencyKey: id })
  return api.upload(path, formOf(fields, image), { idempotencyKey: id })
}

/** The server reads the form as it arrives: the picture has to come last. */
export function formOf(fields: Record<string, string>, image: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (image) form.append('image', image)
  return form
}

function openChannel(onMessage: () => void): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel('outbox')
  channel.onmessage = onMessage
  return channel
}
