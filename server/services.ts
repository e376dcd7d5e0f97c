import type { Passwords } from './accounts/password.ts'
import type { TokenCodec } from './accounts/session-token.ts'
import type { Clock } from './platform/clock.ts'
import type { Mutation as DatabaseMutation } from './platform/database/mutate.ts'
import type { Id } from './platform/ids.ts'
import type { ImageDecoder } from './platform/images/image-decoder.ts'
import type { ImageStore } from './platform/images/image-store.ts'
import type { Limits } from './platform/limits.ts'
import type { Outbox } from './platform/mail/outbox.ts'
import type { Bus, Topic } from './platform/realtime/bus.ts'
import type { Stream } from './platform/realtime/stream.ts'
import type { SafeFetch } from './platform/safe-fetch/safe-fetch.ts'
import type { PostCache } from './posts/post-cache.ts'
import type { Database, Queryable, Schema } from './schema.ts'

/** A transaction of ours under way, with what it will announce. */
export type Mutation = DatabaseMutation<Schema>

/** What the rooms work with: built once by app.ts, handed to every verb. */
export interface Services {
  db: Database
  /**
   * The same services to read with, on a replica of the database where one has all that is true
   * now. `work` may run a second time.
   */
  onReplica<Result>(work: (there: Services) => Promise<Result>): Promise<Result>
  clock: Clock
  outbox: Outbox
  limits: Limits
  images: ImageStore
  decoder: ImageDecoder
  /** What the server itself fetches from the internet. */
  safeFetch: SafeFetch
  postCache: PostCache
  tokens: TokenCodec
  passwords: Passwords
  publicUrl: string
  /** Where what is kept on this machine lies. */
  dataDir: string
  bus: Bus
  /** Each learns, inside the transaction, that two members became friends or are no longer. */
  friendshipMade: ((trx: Queryable, one: string, other: string) => Promise<void>)[]
  friendshipEnded: ((trx: Queryable, one: string, other: string) => Promise<void>)[]
  /** Each follows, inside the transaction, when a profile becomes private or public. */
  privacyChanged: ((trx: Queryable, memberId: Id, isPrivate: boolean) => Promise<void>)[]
  /** Each follows, inside the transaction, when what a member is found by was made or changed. */
  searchTermsChanged: ((trx: Queryable, memberId: Id) => Promise<void>)[]
  /** Each follows, inside the transaction, when a member's name or photo changed. */
  authorChanged: ((trx: Queryable, memberId: Id) => Promise<void>)[]
  /** Each removes what one room keeps of a member, inside the transaction that deletes the account. */
  accountDeleted: ((mutation: Mutation, memberId: Id) => Promise<void>)[]
  /** Each says what a member may hear over the stream beyond their own, now. */
  listensTo: ((actor: Actor) => Promise<Topic[]>)[]
  stream: Stream
}

/** Who is asking: the first argument of every verb that is not open to anyone. */
export interface Actor {
  id: string
  username: string
  isAdmin: boolean
  sessionId: string
}
