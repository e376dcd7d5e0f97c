import type { Generated } from 'kysely'
import type { Id } from '../platform/ids.ts'

/** What stands beside the accounts: how their owners get in, and what is known of that. */
export interface AccountTables {
  sessions: SessionsTable
  seen_devices: SeenDevicesTable
  second_factors: SecondFactorsTable
  recovery_codes: { user_id: Id; prefix: string; code_hash: string }
  passkeys: PasskeysTable
  spent_challenges: { challenge_hash: string; expires_at: number }
  mailed_links: MailedLinksTable
  former_usernames: FormerUsernamesTable
  deletion_receipts: DeletionReceiptsTable
}

export interface SessionsTable {
  /** The hash of the secret that only the tokens of the session carry. */
  id: string
  user_id: Id
  remember_me: number
  /** Grows by one with each refresh; the token names it. */
  generation: number
  /** Whether a token of this generation came back: until then its answer may have been lost. */
  is_token_used: Generated<number>
  refreshed_at: number
  expires_at: number
  created_at: number
  /** When its owner last proved who they are: at sign-in, or by the password later. */
  confirmed_at: number
  /** As "Firefox on Linux", and the network it was used from last: shown to its owner. */
  agent: Generated<string>
  network: Generated<string>
}

/** From what and where a member signed in lately, so that they are told of what is new. */
interface SeenDevicesTable {
  user_id: Id
  /** Of the browser's name and the network; the device of another member has another. */
  device_hash: string
  seen_at: number
}

interface SecondFactorsTable {
  user_id: Id
  /** Encrypted with a key that is not in the database. */
  secret: string
  /** Null until a first code was typed: it is not asked for before. */
  confirmed_at: number | null
  /** Of the last code that was used, in steps of 30 s since 1970. */
  last_step: number
  /** When it ends by itself; null: it does not. */
  ends_at: number | null
}

/** A key pair of a member's device; the private half never leaves that. */
export interface PasskeysTable {
  id: Id
  user_id: Id
  /** What the device calls it. */
  credential_id: string
  public_key: string
  /** How often it signed, as the device counts; 0 where it does not count. */
  sign_count: number
  /** How a browser reaches the device, in JSON: a hint. */
  transports: string
  /** The host of PUBLIC_URL when it was added: it works nowhere else. */
  works_at: string
  name: string
  created_at: number
  last_used_at: number | null
}

export interface DeletionReceiptsTable {
  number_hash: string
  deleted_at: number
  posts: number
  images: number
  comments: number
  messages: number
}

/** A name that rests: nobody can read from it which name, nor whose it was. */
interface FormerUsernamesTable {
  name_hash: string
  owner_hash: string
  rests_until: number
}

/** Verification and reset links: only the hash of the secret is kept. */
export interface MailedLinksTable {
  token_hash: string
  user_id: Id
  purpose: 'verify' | 'reset' | 'change-email' | 'undo-email' | 'not-me'
  /** The address it leads to, where it changes one. */
  email: Generated<string | null>
  expires_at: number
  used_at: number | null
}
