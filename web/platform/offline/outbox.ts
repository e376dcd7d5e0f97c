/**
 * What a member wrote and the server does not have yet. A letter waits here, through reloads, until
 * the network is back, and is delivered once: each attempt carries the same key. One that the
 * server refused stays until its writer tries again or discards it. Letters belong to one member.
 */
import { ApiError, api } from '../api-client.ts'
import { type DeviceStore, memoryStore, openDeviceStore } from './device-store.ts'

export interface Letter {
  /** Its key at the server, too. */
  id: string
  owner: string
  /** What it will be part of: the key of the query that shows it once it is delivered. */
  place: readonly string[]
  path: string
  fields: Record<string, string>
  /** Given (also as null): it is sent as a form. */
  image?: File | null
  createdAt: string
  /** Why it was not taken; empty where the server did not say. Null: it goes, or waits to. */
  problem: string | null
  isGoing: boolean
}

export type NewLetter = Omit<Letter, 'owner' | 'createdAt' | 'problem' | 'isGoing'>

/** What became of an attempt. */
export type Fate = { letter: Letter } & ({ answer: unknown } | { error: ApiError })

type Hearer = (fate: Fate) => unknown

export const outbox = createOutbox(openDeviceStore<Letter>('outbox', memoryStore()))

export function createOutbox(store: DeviceStore<Letter>) {
  let owner: string | null = null
  let letters: readonly Letter[] = []
  const listeners = new Set<() => void>()
  const hearers = new Set<Hearer>()
  const otherTabs = openChannel(() => void load())
  let lastTurn: Promise<unknown> = Promise.resolve()

  function show(next: readonly Letter[]) {
    letters = next
    for (const listener of listeners) listener()
  }

  async function load() {
    const of = owner
    const stored = (await store.all()).filter((letter) => letter.owner === of)
    if (owner !== of) return
    const going = new Set(letters.filter(({ isGoing }) => isGoing).map(({ id }) => id))
    const next = stored.map((letter) => ({ ...letter, isGoing: going.has(letter.id) }))
    // One that was just put here may not be written yet.
    const unwritten = letters.filter(
      ({ id, isGoing }) => isGoing && !stored.some((s) => s.id === id),
    )
    show([...next, ...unwritten].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1)))
  }

  async function change(id: string, by: Partial<Letter>) {
    show(letters.map((letter) => (letter.id === id ? { ...letter, ...by } : letter)))
    const letter = letters.find((each) => each.id === id)
    // What is under way is of this page alone: after a reload it waits again.
    if (letter) await store.set(id, { ...letter, isGoing: false })
    otherTabs?.postMessage('changed')
  }

  async function remove(id: string) {
    show(letters.filter((letter) => letter.id !== id))
    await store.remove(id)
    otherTabs?.postMessage('changed')
  }

  /** Resolves to whether the next letter may go. `isAsked`: the member waits to see it go. */
  async function attempt(id: string, isAsked: boolean): Promise<boolean> {
    const letter = letters.find((each) => each.id === id)
    if (!letter || letter.owner !== owner) return true
    // Another tab may have sent it, or discarded it.
    if (!(await store.get(id))) return remove(id).then(() => true)
    await change(id, { isGoing: true, problem: null })
    try {
      const answer = await send(letter)
      await Promise.allSettled([...hearers].map((hear) => hear({ letter, answer })))
      await remove(id)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const waits = mayWait(error) && !(isAsked && navigator.onLine)
      await change(id, { isGoing: false, problem: waits ? null : error.message })
      if (!waits) for (const hear of hearers) hear({ letter, error })
      return !mayWait(error)
    }
  }

  /** One at a time, in all tabs together, so that they arrive in the order they were written. */
  function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = lastTurn.then(() =>
      typeof navigator.locks === 'undefined' ? act() : navigator.locks.request('outbox', act),
    )
    lastTurn = turn.catch(() => {})
    return turn
  }

  /** Delivers what waits, until one does not get through. */
  function deliverWaiting(): Promise<void> {
    return inTurn(async () => {
      for (const { id, problem } of letters)
        if (problem === null && !(await attempt(id, false))) return
    })
  }

  return {
    /** Opens it for this member. Letters of whoever was here before go unread. */
    async claim(member: string): Promise<void> {
      if (owner !== member) show([])
      owner = member
      for (const letter of await store.all())
        if (letter.owner !== member) await store.remove(letter.id)
      await load()
      await deliverWaiting()
    },

    /** The letters stay on the device, for when their member is back. */
    close(): void {
      owner = null
      show([])
    },

    async wipe(): Promise<void> {
      show([])
      await store.clear()
      otherTabs?.postMessage('changed')
    },

    /** Takes the letter and tries to deliver it. */
    async put(letter: NewLetter): Promise<void> {
      if (owner === null) return
      const createdAt = new Date().toISOString()
      const taken = { ...letter, owner, createdAt, problem: null, isGoing: true }
      show([...letters.filter(({ id }) => id !== letter.id), taken])
      const isWritten = store.set(letter.id, { ...taken, isGoing: false })
      await inTurn(() => isWritten.then(() => attempt(letter.id, true)))
    },

    retry: (id: string): Promise<unknown> => inTurn(() => attempt(id, true)),

    discard: remove,

    deliverWaiting,

    letters: () => letters,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** A letter is in sight until all who hear that it was delivered are done. */
    hear(hearer: Hearer): () => void {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}

/** There was no network to try: what was written waits for it. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !navigator.onLine
}

/** Nothing was said about the letter itself. A session that ended comes back with its member. */
function mayWait({ status }: ApiError): boolean {
  return status === 0 || status >= 500 || status === 429 || status === 401
}

function send({ id, path, fields, image }: Letter): Promise<unknown> {
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
