import { IDEMPOTENCY_KEPT_DAYS } from '../../../contract/idempotency.ts'
import { ApiError, api } from '../api-client.ts'

const DAY_MS = 24 * 60 * 60_000
/** The server's clock is another, and the key may have come there a moment before it was noted here. */
const KEY_ENDS_AFTER_MS = (IDEMPOTENCY_KEPT_DAYS - 1) * DAY_MS

/** The problem of an item that was tried before its key ended, without an answer. */
export const MAYBE_SENT =
  'This may have been sent already: we tried long ago and heard nothing back. Retry sends it again.'

export interface OutboxItem {
  id: string
  /** Its idempotency key where that is another than its id: what was sent under that is deleted. */
  key?: string
  /** Who wrote it. Nobody else is shown it, and it is sent in no other name. */
  owner: string
  /** The key of the query that shows it once it is sent. */
  queryKey: readonly string[]
  path: string
  fields: Record<string, string>
  /** Given (also where there are none): it is sent as a form. */
  images?: File[]
  createdAt: string
  /** Since when the server may have it (epoch ms). Null: it was not tried, or its writer knows. */
  firstTriedAt: number | null
  /** Why it was refused; empty where the server gave no sentence. Null: it is sent, or waits to be. */
  problem: string | null
  /** What the server said when it could not take it for now; null where it said nothing. */
  delay: string | null
  /** Its writer had to look at it before: by now the place it was written for may be gone. */
  wasHandedBack: boolean
  isSending: boolean
}

export type NewOutboxItem = Omit<
  OutboxItem,
  'key' | 'createdAt' | 'firstTriedAt' | 'problem' | 'delay' | 'wasHandedBack' | 'isSending'
>

export function sendItem(item: OutboxItem): Promise<unknown> {
  const { id, key: idempotencyKey = id, path, fields, images } = item
  if (images === undefined) return api.post(path, fields, { idempotencyKey })
  return api.upload(path, formOf(fields, images), { idempotencyKey })
}

/** The server reads the form as it arrives: the pictures have to come last. */
export function formOf(fields: Record<string, string>, images: File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const image of images) form.append('images', image)
  return form
}

/** The server may have it and not know it again: sent once more it would be there twice. */
export function isMaybeSent({ firstTriedAt }: OutboxItem): boolean {
  return firstTriedAt !== null && Date.now() - firstTriedAt > KEY_ENDS_AFTER_MS
}

/** There was no network to try: the item waits for it. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !navigator.onLine
}

/** The item itself was not judged. A session that ended is resumed when its member signs in. */
export function isRetryable({ status }: ApiError): boolean {
  return status === 0 || status >= 500 || status === 429 || status === 401
}

/** A server that is away, or comes back, is no news to a page that says so already. */
export function delayOf({ status, message }: ApiError): string | null {
  const isAnswered = status === 429 || (status >= 500 && status !== 503)
  return isAnswered && message !== '' ? message : null
}
