import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { AdminAct } from '../contract/admin.ts'
import type { MessagePolicy } from '../contract/conversations.ts'
import type { AccountTables } from './accounts/tables.ts'
import type { ArchivesTable, ImportsTable } from './archive/tables.ts'
import type { CommunityTable } from './community/tables.ts'
import type { ImageTables } from './images/image-store.ts'
import type { OutboxTables } from './mail/outbox-queries.ts'
import type { NotificationKind } from './notifications/kinds.ts'
import type { ReadonlyKysely } from './platform/database/narrow-tables.ts'
import type { IdempotencyTables } from './platform/idempotency.ts'
import type { Id } from './platform/ids.ts'
import type { ServerStateTables } from './platform/server-keys.ts'
import type { PostTables } from './posts/tables.ts'
import type { RemovalsTable } from './removals/tables.ts'
import type { ReportEvidenceTable, ReportImagesTable, ReportsTable } from './reports/tables.ts'
import type { SpaceTables } from './spaces/tables.ts'

/**
 * Every table with its columns, the same on both databases: what the query layer is checked
 * against. Ids are integers; moments (`*_at`) are milliseconds since the epoch; flags are 0 or 1.
 */
export interface Schema
  extends ImageTables,
    OutboxTables,
    ServerStateTables,
    IdempotencyTables,
    AccountTables,
    PostTables,
    SpaceTables {
  community: CommunityTable
  counters: { name: string; value: number }
  row_counts: { name: string; slot: number; count: number }
  users: UsersTable
  friendships: FriendshipsTable
  friend_requests: FriendRequestsTable
  member_words: MemberWordsTable
  blocks: BlocksTable
  mutes: MutesTable
  squad_places: { user_id: Id; friend_id: Id; place: number }
  notifications: NotificationsTable
  admin_acts: AdminActsTable
  removals: RemovalsTable
  invites: InvitesTable
  reports: ReportsTable
  report_evidence: ReportEvidenceTable
  report_images: ReportImagesTable
  appeals: AppealsTable
  archives: ArchivesTable
  imports: ImportsTable
}

interface UsersTable {
  id: Id
  username: string
  username_key: string
  email: string
  email_key: string
  password_hash: string
  /** Place in the order of verification, from 1; never given twice. Null until then. */
  user_number: number | null
  verified_at: number | null
  /** Registered through the link that the terminal prints for the first administrator. */
  may_be_first_admin: Generated<number>
  is_admin: number
  is_private: number
  photo_image_id: string | null
  about_me: string
  pet_preference: string
  currently_vibing_to: string
  currently_vibing_to_spotify: string
  created_at: number
  /** When the account was deleted: gone for everybody, while the rest of it is being removed. */
  deleted_at: Generated<number | null>
  /**
   * Since when the profile is private, null while it is public. It stays until the change to public
   * is done where posts written since then are to stay with friends.
   */
  private_since: Generated<number | null>
  /**
   * Whether `posts.is_public` does not follow `is_private` yet; until then posts are for friends.
   */
  is_privacy_changing: Generated<number>
  /**
   * Not null while an administrator keeps the member out; what was theirs is hidden meanwhile. Who
   * is let in again has null here, also when the time is over: no query needs to know what time it
   * is.
   */
  suspended_until: Generated<number | null>
  /** Told to the member while they are suspended. */
  suspension_reason: Generated<string>
  /** Whether they are shown presence in place of numbers; null while they were not asked. */
  quiet_numbers: Generated<number | null>
  /** Whether they wanted to see the first steps no more. */
  first_steps_hidden: Generated<number>
  /** Grows with every change of the member's list of friends. */
  friends_version: Generated<number>
  /** By which invitation they registered; also where it is there no longer. */
  invite_id: Generated<Id | null>
  /** Who made that invitation; null once their account is deleted. */
  invited_by: Generated<Id | null>
  /** Since when somebody who verified their email waits to be let in; null of all others. */
  waiting_since: Generated<number | null>
  /** JSON: what they were asked at registration and answered; nothing once they are let in. */
  approval_answers: Generated<string>
  /** The hash of what only the browser that registered has; null once the email is verified. */
  registered_browser: Generated<string | null>
  /** Who can begin a conversation with them. */
  message_policy: Generated<MessagePolicy>
}

/** A link by which people may register. */
interface InvitesTable {
  id: Id
  code_hash: string
  maker_id: Id
  /** The space that who comes joins. */
  space_id: Id | null
  note: string
  /** How many may come in by it; null: as many as like. */
  uses: number | null
  /** How many became members by it. */
  joined_count: Generated<number>
  expires_at: number
  created_at: number
}

/** Two rows for each pair of friends, one from each side. */
interface FriendshipsTable {
  user_id: Id
  friend_id: Id
  created_at: number
}

/** Neither of the two sees the other. */
interface BlocksTable {
  user_id: Id
  blocked_id: Id
  created_at: number
}

/** Takes somebody out of one's feeds and notifications. The row goes when the time is over. */
interface MutesTable {
  user_id: Id
  muted_id: Id
  /** Null: for good. */
  until: number | null
}

/** One row for each pair, whoever asked first: `low_id` is the smaller of the two ids. */
interface FriendRequestsTable {
  low_id: Id
  high_id: Id
  sender_id: Id
  recipient_id: Id
  created_at: number
  /**
   * When it was declined. The row stays, so that who sent it cannot tell, nor send it again at
   * once.
   */
  declined_at: Generated<number | null>
  /** Whether the sender took a declined one back: to the sender it is there until then. */
  is_withdrawn: Generated<number>
}

/** What a member is found by: `tier` says where the word stands, the best match first. */
export interface MemberWordsTable {
  /** 0: the whole username; 1: an ending of it; 2: a word of the bio. */
  tier: number
  word: string
  /** Minus the place in the order of sign-up, so that newer members come first. */
  newness: number
  user_id: Id
}

export interface NotificationsTable {
  id: Id
  user_id: Id
  kind: NotificationKind
  params: string
  /** How often it happened: an unread one takes up those that follow. */
  count: Generated<number>
  sender_id: Id | null
  post_id: Id | null
  comment_id: Id | null
  message_id: Id | null
  space_id: Id | null
  is_read: number
  created_at: number
}

export interface AdminActsTable {
  id: Id
  admin_id: Id | null
  act: AdminAct
  /** 0 where it was done to nobody. */
  member_number: number
  reason: string
  created_at: number
  undone_at: Generated<number | null>
}

/** What who is suspended wrote to the administrators. It goes with the suspension. */
export interface AppealsTable {
  user_id: Id
  text: string
  created_at: number
  answer: Generated<string>
}

export type Database = Kysely<Schema>
/** Either the database or an open transaction on it. */
export type Queryable = Database | Transaction<Schema>
/** The same to read from only. */
export type ReadonlyDatabase = ReadonlyKysely<Schema>
export type UserRow = Selectable<UsersTable>
export type NewUserRow = Insertable<UsersTable>
