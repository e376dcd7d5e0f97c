/** For tests: what waits to be sent, and the server it goes to. */
import { vi } from 'vitest'
import { createFakeServer, type Reply } from '../fake-server.ts'
import { memoryStore, type SafeStore } from './indexed-db.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxItem, OutboxResult } from './outbox-item.ts'

export const MADE: Reply = { status: 201, body: { made: true } }

/** A comment of Ada's. */
export function itemOf(id: string) {
  const queryKey = ['comments', 'p-1'] as const
  return {
    id,
    owner: 'ada',
    queryKey,
    path: '/posts/p-1/comments',
    fields: { text: `Words ${id}` },
  }
}

interface Network {
  isOnline: boolean
  reply: Reply
  /** To what goes by another path. */
  otherReply: () => Reply | Promise<Reply>
}
const FINE: Network = { isOnline: true, reply: MADE, otherReply: () => 'no answer' }

/** The network, and the server behind it, as they are now. */
export const network: Network = { ...FINE }

/** For before each test. */
export function resetNetwork() {
  Object.assign(network, FINE)
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => network.isOnline)
}
export const goOffline = () => Object.assign(network, { isOnline: false, reply: 'no answer' })
export const goOnline = () => Object.assign(network, { isOnline: true, reply: MADE })

/** The member's, and what was sent; for after each test, `vi.unstubAllGlobals`. */
export async function openOutbox(
  store: SafeStore<OutboxItem> = memoryStore<OutboxItem>(),
  member = 'ada',
) {
  const server = createFakeServer({
    'POST /posts/p-1/comments': () => network.reply,
    'POST /posts/p-2/comments': () => network.otherReply(),
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
  await outbox.sendQueued()
  const sent = () => server.requests.map(({ body }) => (body as { text: string }).text)
  return { outbox, store, results, keys, sent }
}
