import type { TokenCodec } from './accounts/session-token.ts'
import type { Clock } from './platform/clock.ts'
import type { ImageStore } from './platform/images/image-store.ts'
import type { Limits } from './platform/limits.ts'
import type { Outbox } from './platform/mail/outbox.ts'
import type { Database, Queryable } from './schema.ts'

/** What the rooms work with: built once by app.ts, handed to every verb. */
export interface Services {
  db: Database
  clock: Clock
  outbox: Outbox
  limits: Limits
  images: ImageStore
  tokens: TokenCodec
  publicUrl: string
  /** Each learns, inside the transaction, that two members became friends or are no longer. */
  friendshipMade: ((trx: Queryable, one: string, other: string) => Promise<void>)[]
  friendshipEnded: ((trx: Queryable, one: string, other: string) => Promise<void>)[]
  /** Each follows, inside the transaction, when a profile becomes private or public. */
  privacyChanged: ((trx: Queryable, memberId: string, isPrivate: boolean) => Promise<void>)[]
  /** Each removes what one room keeps of a member, inside the transaction that deletes the account. */
  forgetMember: ((trx: Queryable, memberId: string) => Promise<void>)[]
}

/** Who is asking: the first argument of every verb that is not open to anyone. */
export interface Actor {
  id: string
  username: string
  isAdmin: boolean
  sessionId: string
}
