import { ApiError, api } from '../api-client.ts'

export interface OutboxItem {
  /** Also its idempotency key. */
  id: string
  owner: string
  /** The key of the query that shows it once it is sent. */
  queryKey: readonly string[]
  path: string
  fields: Record<string, string>
  /** Given (also where there are none): it is sent as a form. */
  images?: File[]
  createdAt: string
  /** Why it was refused; empty where the server gave no sentence. Null: it is sent, or waits to be. */
  problem: string | null
  /** Its writer had to look at it before: by now the place it was written for may be gone. */
  wasHandedBack: boolean
  isSending: boolean
}

export type NewOutboxItem = Omit<
  OutboxItem,
  'owner' | 'createdAt' | 'problem' | 'wasHandedBack' | 'isSending'
>

export function sendItem({ id, path, fields, images }: OutboxItem): Promise<unknown> {
  if (images === undefined) return api.post(path, fields, { idempotencyKey: id })
  return api.upload(path, formOf(fields, images), { idempotencyKey: id })
}

/** The server reads the form as it arrives: the pictures have to come last. */
export function formOf(fields: Record<string, string>, images: File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const image of images) form.append('images', image)
  return form
}

/** There was no network to try: the item waits for it. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0 && !navigator.onLine
}

/** The item itself was not judged. A session that ended is resumed when its member signs in. */
export function isRetryable({ status }: ApiError): boolean {
  return status === 0 || status >= 500 || status === 429 || status === 401
}
