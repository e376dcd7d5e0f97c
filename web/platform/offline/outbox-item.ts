import { DAY_MS } from '../../../contract/durations.ts'
import { IDEMPOTENCY_KEPT_DAYS } from '../../../contract/idempotency.ts'
import { api } from '../api-client.ts'
import { ApiError, isGoneOrTaken } from '../api-error.ts'
import { newKey } from '../new-key.ts'

/**
 * The server's clock is another, and the key may have come there a moment before it was noted here.
 */
const KEY_ENDS_AFTER_MS = (IDEMPOTENCY_KEPT_DAYS - 1) * DAY_MS

/** After a try that failed, then twice as long each time: it may be 40 MB of pictures. */
export const FIRST_PAUSE_MS = 15_000
const PAUSE_MAX_MS = 4 * 60_000

/** The problem of an item whose key says nothing any more, where a try before had no answer. */
export const MAYBE_SENT =
  'This may have been sent already: we heard nothing back. Retry sends it again.'

interface Failure {
  /** Epoch ms. */
  at: number
  /** So long after it the next one is made by itself. */
  pauseMs: number
  /** So long the server asked to be left in peace, also where the network is back meanwhile. */
  askedMs: number
  /** Something happened since for which it is to be tried as soon as that is over. */
  isWanted?: boolean
}

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
  /**
   * Why it was refused; empty where the server gave no sentence. Null: it is sent, or waits to be.
   */
  problem: string | null
  /** What the server said when it could not take it for now; null where it said nothing. */
  delay: string | null
  /** The last try that got no further, for every tab. Null: there was none. */
  failure: Failure | null
  /** Its writer had to look at it before: by now the place it was written for may be gone. */
  wasHandedBack: boolean
  isSending: boolean
}

export type NewOutboxItem = Omit<
  OutboxItem,
  | 'key'
  | 'createdAt'
  | 'firstTriedAt'
  | 'problem'
  | 'delay'
  | 'failure'
  | 'wasHandedBack'
  | 'isSending'
>

export interface OutboxResult {
  item: OutboxItem
  /**
   * The server's, where this page sent it; with no error either another tab did, or discarded it.
   */
  answer?: unknown
  error?: ApiError
}

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

/** Why its writer gets it back, and the key it goes under from then on. */
export function refusalOf(
  { firstTriedAt }: OutboxItem,
  error: ApiError,
): { problem: string; key?: string } {
  const { message: problem } = error
  if (!isGoneOrTaken(error)) return { problem }
  // What an earlier try made may be there, where its writer cannot see it for now.
  return { problem: firstTriedAt === null ? problem : `${problem} ${MAYBE_SENT}`, key: newKey() }
}

/** A try that comes before its pause is over makes the next pause no longer. */
export function failureOf({ failure }: OutboxItem, begunAt: number, error: ApiError): Failure {
  const { at = 0, pauseMs = FIRST_PAUSE_MS / 2 } = failure ?? {}
  const isLonger = begunAt - at >= pauseMs
  return {
    at: Date.now(),
    pauseMs: isLonger ? Math.min(2 * pauseMs, PAUSE_MAX_MS) : pauseMs,
    askedMs: Math.min(1_000 * (error.retryAfter ?? 0), PAUSE_MAX_MS),
  }
}

/** When it may be tried by itself (epoch ms). */
export function pausedUntil({ failure }: OutboxItem): number {
  if (!failure) return 0
  const { at, pauseMs, askedMs, isWanted } = failure
  return at + (isWanted ? askedMs : Math.max(pauseMs, askedMs))
}

/**
 * With what happened at `since` (epoch ms), such as the network being back: no pause counts then
 * but what the server asked for, after which it is tried. Not where a try failed after that, in
 * whichever tab.
 */
export function withEvent(item: OutboxItem, since: number): OutboxItem {
  const { failure } = item
  if (!failure || since < failure.at) return item
  return { ...item, failure: { ...failure, isWanted: true } }
}

export function isDue(item: OutboxItem): boolean {
  const now = Date.now()
  // The clock may have been set back.
  return now < (item.failure?.at ?? 0) || now >= pausedUntil(item)
}
