import type { RemovedKind } from '../contract/removal.ts'
import type { DeviceCookie } from './accounts/device-cookie.ts'
import type { FormerUsernames } from './accounts/former-usernames.ts'
import type { Passwords } from './accounts/password.ts'
import type { HostLink } from './accounts/registration/host-link.ts'
import type { RegistrationProofs } from './accounts/registration/registration-proof.ts'
import type { PasskeyCeremony } from './accounts/second-factor/passkey-ceremony.ts'
import type { SecondFactorKeys } from './accounts/second-factor/second-factor-keys.ts'
import type { SeenDeviceHash } from './accounts/seen-device-hash.ts'
import type { SessionCache } from './accounts/session-cache.ts'
import type { TokenCodec } from './accounts/session-token.ts'
import type { ArchiveStore } from './archive/export/archive-store.ts'
import type { LinkSignatures } from './archive/export/link-signatures.ts'
import type { ImportStore } from './archive/import/import-store.ts'
import type { ScheduledBackups } from './backups/scheduled-backups.ts'
import type { BackupSettings } from './backups/settings.ts'
import type { CommunityReader } from './community/settings.ts'
import type { ImageDecoder } from './images/decoding/image-decoder.ts'
import type { ImagePresenter, ImageStore } from './images/image-store.ts'
import type { Outbox } from './mail/outbox.ts'
import type { NetworkName } from './network-name.ts'
import type { Clock } from './platform/clock.ts'
import type { SlicedWork } from './platform/concurrency/sliced-work.ts'
import type { Mutation as DatabaseMutation } from './platform/database/mutate.ts'
import type { Actor } from './platform/http/route.ts'
import type { Uploads } from './platform/http/uploads.ts'
import type { Id } from './platform/ids.ts'
import type { Limits } from './platform/limits.ts'
import type { SafeFetch } from './platform/safe-fetch/safe-fetch.ts'
import type { PostCache } from './posts/cards/post-cache.ts'
import type { CommentCache } from './posts/comments/comment-cache.ts'
import type { NewestPosts } from './posts/feeds/newest-posts.ts'
import type { LinkCards } from './posts/link-cards/link-cards.ts'
import type { PostActivity } from './posts/post-activity.ts'
import type { Bus, DomainEvent, Topic } from './realtime/bus.ts'
import type { RealtimeServer } from './realtime/realtime-server.ts'
import type { Database, ReadonlyDatabase, Schema } from './schema.ts'

export type { Actor }

/** A transaction under way, with what it will publish. */
export type Mutation = DatabaseMutation<Schema, DomainEvent>

/** What the features work with: built once by open-services.ts, handed to every verb. */
export interface Services {
  db: Database
  /** Reads, on a replica where one has all that is true now. `work` may run a second time. */
  onReplica<Result>(work: (replica: ReadServices) => Promise<Result>): Promise<Result>
  clock: Clock
  outbox: Outbox
  limits: Limits
  images: ImageStore
  /** A newer Snug that is known now; null where there is none, or nobody is asked. */
  newestVersion: () => string | null
  /** How many bytes pictures have on this machine; null until they are counted. */
  imageBytes: () => number | null
  decoder: ImageDecoder
  uploads: Uploads
  /** What the server itself fetches from the internet. */
  safeFetch: SafeFetch
  postCache: PostCache
  commentCache: CommentCache
  newestPosts: NewestPosts
  postActivity: PostActivity
  linkCards: LinkCards
  tokens: TokenCodec
  sessionCache: SessionCache
  passwords: Passwords
  deviceCookie: DeviceCookie
  seenDeviceHash: SeenDeviceHash
  secondFactorKeys: SecondFactorKeys
  passkeyCeremony: PasskeyCeremony
  /** Whether administrators act as such only with a second factor. */
  requireAdminSecondFactor: boolean
  hostLink: HostLink
  /** Null where there are no limits either. */
  registrationProofs: RegistrationProofs | null
  formerUsernames: FormerUsernames
  networkName: NetworkName
  community: CommunityReader
  publicUrl: string
  /** Why mail reaches nobody as it is set up, in a sentence; null where it may, or need not. */
  mailProblem: string | null
  /** How backups come about here. */
  backups: BackupSettings
  /** Null where the server makes none by itself. */
  scheduledBackups: ScheduledBackups | null
  dataDir: string
  bus: Bus
  hooks: TransactionHooks
  /** Deletions and changes of privacy that take more than one transaction. */
  accountJobs: SlicedWork
  postJobs: SlicedWork
  spaceJobs: SlicedWork
  archives: ArchiveStore
  archiveSignatures: LinkSignatures
  archiveJobs: SlicedWork
  imports: ImportStore
  importJobs: SlicedWork
  /** What a member may receive beyond their own topic, now. */
  topicsOf(actor: Actor): Promise<Topic[]>
  realtime: RealtimeServer
}

/** What a verb that only reads may ask for, so that a replica can serve it. */
export interface ReadServices extends Pick<Services, 'postCache' | 'commentCache' | 'newestPosts'> {
  db: ReadonlyDatabase
  images: ImagePresenter
}

/**
 * What features do when a feature below them, which does not know them, changes something: in the
 * same transaction, so that nobody ever sees the one without the other. `transaction-hooks.ts` says
 * who does what.
 */
export interface TransactionHooks {
  /** A slice of what follows; true while there is more. */
  privacyChanged(mutation: Mutation, change: PrivacyChange): Promise<boolean>
  /** These are about to see the member's posts no more. */
  postsBecomingHidden(
    mutation: Mutation,
    memberId: Id,
    of: 'strangers' | 'everybody',
  ): Promise<void>
  /** These are in the member's squad no more, whose posts for it they see as little from now on. */
  squadLeft(mutation: Mutation, memberId: Id, leavers: Id[]): Promise<void>
  admissionQueueChanged(mutation: Mutation, change: { isNew: boolean }): Promise<void>
  appealSent(mutation: Mutation): Promise<void>
  /**
   * An administrator is about to remove something where they saw it. Whether a report of it was
   * open.
   */
  contentRemoved(mutation: Mutation, thing: RemovedThing, adminId: Id): Promise<boolean>
  /** An administrator undoes an act. Whether a report that it closed is open again. */
  actUndone(mutation: Mutation, actId: Id, adminId: Id): Promise<boolean>
  memberSuspended(mutation: Mutation, memberId: Id): Promise<void>
  /** A member can act as an administrator from now on. */
  administratorAdded(mutation: Mutation, memberId: Id): Promise<void>
  /** Another member runs the space now. */
  spaceTransferred(mutation: Mutation, space: { id: Id; name: string }, to: Id): Promise<void>
  memberJoined(mutation: Mutation, newcomer: Newcomer): Promise<void>
  searchTermsChanged(mutation: Mutation, memberId: Id): Promise<void>
  /** Somebody is called or looks otherwise, or is gone: the cards of everybody, by one counter. */
  cardsOutdated(mutation: Mutation): Promise<void>
  /**
   * Others see the member, or only who is no friend their posts, where they did not; or the
   * reverse.
   */
  visibilityChanged(mutation: Mutation, memberId: Id, what: 'member' | 'posts'): Promise<void>
  /** Friendship or a block between two members came or went. */
  relationshipChanged(mutation: Mutation, one: Id, other: Id): Promise<void>
  /** Removes a slice of what a deleted account leaves; true while there may be more. */
  accountDeleted(mutation: Mutation, deletion: AccountDeletion): Promise<boolean>
}

export interface PrivacyChange {
  memberId: Id
  isPrivate: boolean
  /** Where it became public: posts written since then stay with friends. Null: none do. */
  privateSince: number | null
}

export interface Newcomer {
  memberId: Id
  inviterId: Id | null
  /** The space the invitation leads to. */
  spaceId: Id | null
}

/** A photo and a profile by the id of the member. */
export interface RemovedThing {
  kind: RemovedKind
  id: Id
}

/** A deletion under way: what its slices need to know of each other. */
export interface AccountDeletion {
  memberId: Id
  /** How many deleted messages were published one by one. */
  messagesPublished: number
}
