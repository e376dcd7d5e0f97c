import { sql } from 'kysely'
import type { Types } from './types.ts'

export function accountTables(types: Types) {
  return [...accounts(types), ...formerAccounts(types), ...sessions(types), ...passkeys(types)]
}

function accounts({ id, uuid, timestamp, flag, key }: Types) {
  return [
    sql`create table users (
      id ${id} primary key,
      username text not null,
      username_key ${key} not null unique,
      email text not null,
      email_key ${key} not null unique,
      password_hash text not null,
      user_number integer unique,
      verified_at ${timestamp},
      may_be_first_admin ${flag} not null default 0,
      is_admin ${flag} not null default 0,
      is_private ${flag} not null default 0,
      photo_image_id ${uuid} references images (id),
      about_me text not null default '',
      pet_preference text not null default '',
      currently_vibing_to text not null default '',
      currently_vibing_to_spotify text not null default '',
      created_at ${timestamp} not null,
      deleted_at ${timestamp},
      private_since ${timestamp},
      is_privacy_changing ${flag} not null default 0,
      suspended_until ${timestamp},
      suspension_reason text not null default '',
      quiet_numbers ${flag},
      first_steps_hidden ${flag} not null default 0,
      friends_version integer not null default 0,
      invite_id ${id},
      invited_by ${id},
      waiting_since ${timestamp},
      approval_answers text not null default '[]',
      registered_browser text,
      message_policy ${key} not null default 'knock'
    )`,
    // With the moments beside the number, members are counted and paged through in the index alone.
    sql`create index users_members on users (user_number, verified_at, deleted_at, suspended_until)
      where verified_at is not null`,
    // Almost always empty: every read asks whose things are not to be seen just now.
    sql`create index users_deleted on users (id) where deleted_at is not null`,
    sql`create index users_suspended on users (suspended_until, id)
      where suspended_until is not null`,
    sql`create index users_privacy_changing on users (id) where is_privacy_changing = 1`,
    sql`create index users_admins on users (id) where is_admin = 1`,
    // Whoever deletes a picture is asked whose it is.
    sql`create index users_photo on users (photo_image_id) where photo_image_id is not null`,
    // For those that end: there are few at any time.
    sql`create index users_unverified on users (created_at) where verified_at is null`,
    // For the queue of those who wait to be let in.
    sql`create index users_waiting on users (waiting_since) where waiting_since is not null`,
    // Neither is a foreign key: invitations refer to their makers, and what a deleted account
    // leaves is taken out a little at a time.
    sql`create index users_invite on users (invite_id, id) where invite_id is not null`,
    sql`create index users_invited_by on users (invited_by) where invited_by is not null`,
  ]
}

function formerAccounts({ timestamp, key, byKey }: Types) {
  return [
    sql`create table former_usernames (
      name_hash ${key} constraint former_usernames_key primary key,
      owner_hash text not null,
      rests_until ${timestamp} not null
    ) ${byKey}`,
    sql`create index former_usernames_end on former_usernames (rests_until)`,
    sql`create table deletion_receipts (
      number_hash ${key} constraint deletion_receipts_key primary key,
      deleted_at ${timestamp} not null,
      posts integer not null,
      images integer not null,
      comments integer not null,
      messages integer not null
    ) ${byKey}`,
  ]
}

function sessions({ id, timestamp, flag, key, byKey }: Types) {
  return [
    sql`create table sessions (
      id ${key} constraint sessions_key primary key,
      user_id ${id} not null references users (id) on delete cascade,
      remember_me ${flag} not null,
      generation integer not null,
      is_token_used ${flag} not null default 1,
      refreshed_at ${timestamp} not null,
      expires_at ${timestamp} not null,
      created_at ${timestamp} not null,
      confirmed_at ${timestamp} not null,
      agent text not null default '',
      network text not null default ''
    ) ${byKey}`,
    sql`create index sessions_user on sessions (user_id)`,
    sql`create index sessions_expiry on sessions (expires_at)`,
    sql`create table seen_devices (
      user_id ${id} not null references users (id) on delete cascade,
      device_hash ${key} not null,
      seen_at ${timestamp} not null,
      constraint seen_devices_key primary key (user_id, device_hash)
    ) ${byKey}`,
    sql`create index seen_devices_time on seen_devices (seen_at)`,
    sql`create table second_factors (
      user_id ${id} constraint second_factors_key primary key references users (id) on delete cascade,
      secret text not null,
      confirmed_at ${timestamp},
      last_step ${timestamp} not null default 0,
      ends_at ${timestamp}
    )`,
    sql`create index second_factors_end on second_factors (ends_at) where ends_at is not null`,
    sql`create table recovery_codes (
      user_id ${id} not null references users (id) on delete cascade,
      prefix ${key} not null,
      code_hash text not null,
      constraint recovery_codes_key primary key (user_id, prefix)
    ) ${byKey}`,
    sql`create table mailed_links (
      token_hash ${key} constraint mailed_links_key primary key,
      user_id ${id} not null references users (id) on delete cascade,
      purpose text not null,
      email text,
      expires_at ${timestamp} not null,
      used_at ${timestamp}
    ) ${byKey}`,
    sql`create index mailed_links_user on mailed_links (user_id, purpose)`,
    sql`create index mailed_links_end on mailed_links (expires_at)
      where purpose <> 'verify' or used_at is null`,
    sql`create table idempotency_keys (
      user_id ${id} not null references users (id) on delete cascade,
      key ${key} not null,
      body_hash text not null,
      made_id ${id} not null,
      created_at ${timestamp} not null,
      constraint idempotency_keys_key primary key (user_id, key)
    ) ${byKey}`,
    sql`create index idempotency_keys_created on idempotency_keys (created_at)`,
  ]
}

function passkeys({ id, timestamp, key, byKey }: Types) {
  return [
    sql`create table passkeys (
      id ${id} primary key,
      user_id ${id} not null references users (id) on delete cascade,
      credential_id text not null constraint passkeys_credential unique,
      public_key text not null,
      sign_count ${timestamp} not null,
      transports text not null,
      works_at text not null,
      name text not null,
      created_at ${timestamp} not null,
      last_used_at ${timestamp}
    )`,
    sql`create index passkeys_user on passkeys (user_id)`,
    sql`create table spent_challenges (
      challenge_hash ${key} constraint spent_challenges_key primary key,
      expires_at ${timestamp} not null
    ) ${byKey}`,
    sql`create index spent_challenges_end on spent_challenges (expires_at)`,
  ]
}
