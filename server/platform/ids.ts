import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** What names a row: a member, a post, a space, a message. Opaque outside of the database. */
export type Id = string

/** A new id: UUIDv7, so ids sort by the order they were made in, also within one millisecond. */
export function newId(): Id {
  return v7()
}

/** A secret for a link: 256 bits, safe in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
