import { type Kysely, type RawBuilder, sql } from 'kysely'
import { clusteredByKey, columnTypes } from '../platform/database/portable-sql.ts'
import { countedRows } from './counted-rows.ts'

// Every table of the first release. What a row is and what its columns mean is told in the rooms'
// table types (server/schema.ts); here stands why each key and index is there. An index on a
// column that refers to another table is what makes deleting there cheap.

type Types = ReturnType<typeof columnTypes> & { byKey: RawBuilder<unknown> }

export async function up(db: Kysely<never>): Promise<void> {
  const types = { ...columnTypes(db), byKey: clusteredByKey(db) }
  const members = [platform, accounts, formerAccounts, sessions, passkeys, friends, search]
  const rooms = [...members, linkCards, posts, postParts, reactions, comments]
  for (const room of [
    ...rooms,
    spaces,
    chat,
    chatParts,
    joining,
    notifications,
    reports,
    administration,
    archives,
  ])
    for (const statement of room(types)) await statement.execute(db)
  for (const statement of countedRows(db)) await statement.execute(db)
}

function platform({ id, uuid, moment, key, byKey }: Types) {
  return [
    sql`create table counters (
      name text constraint counters_key primary key,
      value integer not null
    )`,
    sql`create table community (
      key ${key} constraint community_key primary key,
      value text not null
    ) ${byKey}`,
    sql`create table server_state (
      name text constraint server_state_key primary key,
      value text not null
    )`,
    // An image's id stands in the address of its file, so it must not be one that can be guessed.
    sql`create table images (
      id ${uuid} primary key,
      owner_id ${id} not null,
      kind text not null,
      width integer not null,
      height integer not null,
      placeholder text not null,
      widths text not null,
      created_at ${moment} not null,
      delete_after ${moment}
    )`,
    sql`create index images_owner on images (owner_id)`,
    // For the sweep: what is shown somewhere is not in it.
    sql`create index images_delete_after on images (delete_after)
      where delete_after is not null`,
    sql`create table mail_outbox (
      id ${id} primary key,
      kind text not null,
      payload text not null,
      attempts integer not null,
      next_attempt_at ${moment} not null,
      created_at ${moment} not null,
      failure text,
      given_up_at ${moment}
    )`,
    sql`create index mail_outbox_next on mail_outbox (next_attempt_at) where given_up_at is null`,
    sql`create index mail_outbox_failed on mail_outbox (id) where failure is not null`,
  ]
}

function accounts({ id, uuid, moment, flag, key }: Types) {
  return [
    sql`create table users (
      id ${id} primary key,
      username text not null,
      username_key ${key} not null unique,
      email text not null,
      email_key ${key} not null unique,
      password_hash text not null,
      user_number integer unique,
      verified_at ${moment},
      may_be_first_admin ${flag} not null default 0,
      is_admin ${flag} not null default 0,
      is_private ${flag} not null default 0,
      photo_image_id ${uuid} references images (id),
      about_me text not null default '',
      pet_preference text not null default '',
      currently_vibing_to text not null default '',
      currently_vibing_to_spotify text not null default '',
      created_at ${moment} not null,
      deleted_at ${moment},
      private_since ${moment},
      is_privacy_changing ${flag} not null default 0,
      suspended_until ${moment},
      suspension_reason text not null default '',
      quiet_numbers ${flag},
      friends_version integer not null default 0,
      invite_id ${id},
      invited_by ${id},
      waiting_since ${moment},
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
    // For those that end: there are few at any time.
    sql`create index users_unverified on users (created_at) where verified_at is null`,
    // For the queue of those who wait to be let in.
    sql`create index users_waiting on users (waiting_since) where waiting_since is not null`,
    // Neither is a foreign key: invitations refer to their makers, and what a deleted account leaves
    // is taken out a little at a time.
    sql`create index users_invite on users (invite_id, id) where invite_id is not null`,
    sql`create index users_invited_by on users (invited_by) where invited_by is not null`,
  ]
}

function formerAccounts({ moment, key, byKey }: Types) {
  return [
    sql`create table former_usernames (
      name_hash ${key} constraint former_usernames_key primary key,
      owner_hash text not null,
      rests_until ${moment} not null
    ) ${byKey}`,
    sql`create index former_usernames_end on former_usernames (rests_until)`,
    sql`create table deletion_receipts (
      number_hash ${key} constraint deletion_receipts_key primary key,
      deleted_at ${moment} not null,
      posts integer not null,
      pictures integer not null,
      comments integer not null,
      messages integer not null
    ) ${byKey}`,
  ]
}

function sessions({ id, moment, flag, key, byKey }: Types) {
  return [
    sql`create table sessions (
      id ${key} constraint sessions_key primary key,
      user_id ${id} not null references users (id) on delete cascade,
      remember_me ${flag} not null,
      generation integer not null,
      refreshed_at ${moment} not null,
      expires_at ${moment} not null,
      created_at ${moment} not null,
      confirmed_at ${moment} not null,
      agent text not null default '',
      network text not null default ''
    ) ${byKey}`,
    sql`create index sessions_user on sessions (user_id)`,
    sql`create index sessions_expiry on sessions (expires_at)`,
    sql`create table seen_devices (
      user_id ${id} not null references users (id) on delete cascade,
      device_hash ${key} not null,
      seen_at ${moment} not null,
      constraint seen_devices_key primary key (user_id, device_hash)
    ) ${byKey}`,
    sql`create index seen_devices_time on seen_devices (seen_at)`,
    sql`create table second_factors (
      user_id ${id} constraint second_factors_key primary key references users (id) on delete cascade,
      secret text not null,
      confirmed_at ${moment},
      last_step ${moment} not null default 0,
      ends_at ${moment}
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
      expires_at ${moment} not null,
      used_at ${moment}
    ) ${byKey}`,
    sql`create index mailed_links_user on mailed_links (user_id, purpose)`,
    sql`create table idempotency_keys (
      user_id ${id} not null references users (id) on delete cascade,
      key ${key} not null,
      body_hash text not null,
      made_id ${id} not null,
      created_at ${moment} not null,
      constraint idempotency_keys_key primary key (user_id, key)
    ) ${byKey}`,
    sql`create index idempotency_keys_created on idempotency_keys (created_at)`,
  ]
}

function passkeys({ id, moment, key, byKey }: Types) {
  return [
    sql`create table passkeys (
      id ${id} primary key,
      user_id ${id} not null references users (id) on delete cascade,
      credential_id text not null constraint passkeys_credential unique,
      public_key text not null,
      sign_count ${moment} not null,
      transports text not null,
      works_at text not null,
      name text not null,
      created_at ${moment} not null,
      last_used_at ${moment}
    )`,
    sql`create index passkeys_user on passkeys (user_id)`,
    sql`create table spent_challenges (
      challenge_hash ${key} constraint spent_challenges_key primary key,
      expires_at ${moment} not null
    ) ${byKey}`,
    sql`create index spent_challenges_end on spent_challenges (expires_at)`,
  ]
}

function friends({ id, moment, flag, byKey }: Types) {
  return [
    sql`create table friendships (
      user_id ${id} not null references users (id) on delete cascade,
      friend_id ${id} not null references users (id) on delete cascade,
      created_at ${moment} not null,
      constraint friendships_pair primary key (user_id, friend_id)
    ) ${byKey}`,
    sql`create index friendships_friend on friendships (friend_id)`,
    // One row for each pair, so that two who ask each other at once cannot both be waiting.
    sql`create table friend_requests (
      low_id ${id} not null references users (id) on delete cascade,
      high_id ${id} not null references users (id) on delete cascade,
      sender_id ${id} not null,
      recipient_id ${id} not null,
      created_at ${moment} not null,
      declined_at ${moment},
      is_withdrawn ${flag} not null default 0,
      constraint friend_requests_pair primary key (low_id, high_id)
    ) ${byKey}`,
    sql`create index friend_requests_high on friend_requests (high_id)`,
    // A member's list of requests, in its order.
    sql`create index friend_requests_recipient
      on friend_requests (recipient_id, created_at, sender_id)`,
    // For those that have rested long enough.
    sql`create index friend_requests_withdrawn on friend_requests (declined_at)
      where is_withdrawn = 1`,
    sql`create table blocks (
      user_id ${id} not null references users (id) on delete cascade,
      blocked_id ${id} not null references users (id) on delete cascade,
      created_at ${moment} not null,
      constraint blocks_pair primary key (user_id, blocked_id)
    ) ${byKey}`,
    // Every read asks for both sides.
    sql`create index blocks_blocked on blocks (blocked_id, user_id)`,
    sql`create table mutes (
      user_id ${id} not null references users (id) on delete cascade,
      muted_id ${id} not null references users (id) on delete cascade,
      until ${moment},
      constraint mutes_pair primary key (user_id, muted_id)
    ) ${byKey}`,
    sql`create index mutes_muted on mutes (muted_id)`,
    sql`create index mutes_end on mutes (until) where until is not null`,
    // A place in a squad is a friend's: it goes with the friendship, whatever happens at once.
    sql`create table squad_places (
      user_id ${id} not null,
      friend_id ${id} not null,
      place integer not null,
      constraint squad_places_key primary key (user_id, friend_id),
      constraint squad_places_friendship foreign key (user_id, friend_id)
        references friendships (user_id, friend_id) on delete cascade
    ) ${byKey}`,
    // In whose squads a member is, for whom a feed is gathered.
    sql`create index squad_places_friend on squad_places (friend_id)`,
  ]
}

function search({ id, key, byKey }: Types) {
  return [
    // The words of usernames and bios, without case and accents: a search for the beginning
    // of one is a range of the key on both databases.
    sql`create table member_words (
      tier integer not null,
      word ${key} not null,
      newness integer not null,
      user_id ${id} not null references users (id) on delete cascade,
      constraint member_words_key primary key (tier, word, newness)
    ) ${byKey}`,
    // Whether a member that one word found has the other words, too.
    sql`create index member_words_user on member_words (user_id, word, tier)`,
  ]
}

function linkCards({ id, uuid, key, moment }: Types) {
  return [
    // One for all posts with the same link. Who it was that wrote it stands nowhere in it.
    sql`create table link_cards (
      id ${id} primary key,
      url_hash ${key} not null,
      url text not null,
      title text not null,
      description text not null,
      site text not null,
      image_id ${uuid} references images (id),
      fetched_at ${moment}
    )`,
    sql`create unique index link_cards_url on link_cards (url_hash)`,
    sql`create index link_cards_waiting on link_cards (id) where fetched_at is null`,
    sql`create index link_cards_image on link_cards (image_id) where image_id is not null`,
  ]
}

function posts({ id, moment, flag }: Types) {
  return [
    sql`create table posts (
      id ${id} primary key,
      author_id ${id} not null references users (id) on delete cascade,
      text text not null,
      image_count integer not null default 0,
      link_card_id ${id} references link_cards (id),
      theme_date text,
      theme_prompt text,
      created_at ${moment} not null,
      like_count integer not null default 0,
      dislike_count integer not null default 0,
      comment_count integer not null default 0,
      audience text not null default 'profile',
      is_public ${flag} not null default 0,
      version integer not null default 0,
      seq integer not null default 0,
      edited_at ${moment},
      revision integer not null default 0,
      removed_at ${moment},
      imported_from text
    )`,
    // With what says for whom they are, so that those of an author's posts that still say otherwise
    // are found in it, and when they were removed, so that those are passed over in it.
    sql`create index posts_author on posts (author_id, id, is_public, audience, removed_at)`,
    // An author's newest for their squad, for who gathers feeds.
    sql`create index posts_squad on posts (author_id, id) where audience = 'squad'`,
    // What was made after a number, for who gathers feeds (docs/decisions/0005).
    sql`create index posts_seq on posts (seq)`,
    sql`create index posts_imported on posts (author_id, id) where imported_from is not null`,
    sql`create index posts_author_pictures on posts (author_id, id) where image_count > 0`,
    sql`create index posts_link_card on posts (link_card_id) where link_card_id is not null`,
    sql`create index posts_theme on posts (theme_date, id) where theme_date is not null`,
    // The public feed is a stretch of it.
    sql`create index posts_public on posts (id) where is_public = 1`,
  ]
}

function postParts({ id, uuid, moment, byKey }: Types) {
  return [
    sql`create table post_images (
      post_id ${id} not null references posts (id) on delete cascade,
      place integer not null,
      image_id ${uuid} not null references images (id),
      alt text not null,
      constraint post_images_key primary key (post_id, place)
    ) ${byKey}`,
    // Who opens a picture is asked for the post it stands on.
    sql`create index post_images_image on post_images (image_id)`,
    sql`create table post_versions (
      post_id ${id} not null references posts (id) on delete cascade,
      n integer not null,
      text text not null,
      written_at ${moment} not null,
      constraint post_versions_key primary key (post_id, n)
    ) ${byKey}`,
  ]
}

function reactions({ id, key, byKey }: Types) {
  return [
    sql`create table post_reactions (
      post_id ${id} not null references posts (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      kind text not null,
      constraint post_reactions_key primary key (post_id, user_id)
    ) ${byKey}`,
    // The first likes of a card, without looking at the dislikes among them.
    sql`create index post_reactions_kind on post_reactions (post_id, kind, user_id)`,
    sql`create index post_reactions_user on post_reactions (user_id)`,
    sql`create table vibes (
      post_id ${id} not null references posts (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      emoji ${key} not null,
      constraint vibes_key primary key (post_id, user_id, emoji)
    ) ${byKey}`,
    sql`create index vibes_user on vibes (user_id)`,
    sql`create table vibe_counts (
      post_id ${id} not null references posts (id) on delete cascade,
      emoji ${key} not null,
      count integer not null,
      constraint vibe_counts_key primary key (post_id, emoji)
    ) ${byKey}`,
  ]
}

function comments({ id, moment, byKey }: Types) {
  return [
    sql`create table comments (
      id ${id} primary key,
      post_id ${id} not null references posts (id) on delete cascade,
      author_id ${id} references users (id) on delete cascade,
      text text not null,
      created_at ${moment} not null,
      edited_at ${moment},
      revision integer not null default 0,
      parent_id ${id} references comments (id) on delete cascade
    )`,
    sql`create index comments_post on comments (post_id, id)`,
    // The page of a post whose newest comments are all replies.
    sql`create index comments_threads on comments (post_id, id) where parent_id is null`,
    sql`create index comments_replies on comments (parent_id, id) where parent_id is not null`,
    // With the post and what was replied to, so that an author's comments are counted in the index.
    sql`create index comments_author on comments (author_id, post_id, parent_id)`,
    sql`create table comment_versions (
      comment_id ${id} not null references comments (id) on delete cascade,
      n integer not null,
      text text not null,
      written_at ${moment} not null,
      constraint comment_versions_key primary key (comment_id, n)
    ) ${byKey}`,
    sql`create table post_mentions (
      id ${id} primary key,
      user_id ${id} not null references users (id) on delete cascade,
      post_id ${id} not null references posts (id) on delete cascade,
      comment_id ${id} references comments (id) on delete cascade
    )`,
    sql`create index post_mentions_user on post_mentions (user_id, id)`,
    sql`create index post_mentions_post on post_mentions (post_id)`,
    sql`create index post_mentions_comment on post_mentions (comment_id)
      where comment_id is not null`,
  ]
}

function spaces({ id, uuid, moment, flag, key, byKey }: Types) {
  return [
    sql`create table spaces (
      id ${id} primary key,
      kind ${key} not null default 'space',
      admin_id ${id} not null,
      name text not null,
      description text not null,
      color_palette text not null,
      sound_url text not null,
      sound_name text not null,
      sound_volume double precision not null,
      art_url text not null,
      art_title text not null,
      art_artist text not null,
      art_image_id ${uuid} references images (id),
      is_private ${flag} not null,
      max_members integer not null,
      tags text not null,
      vibe text not null,
      search_text text not null,
      member_count integer not null,
      last_seq integer not null,
      indexed_before integer not null default 0,
      opened_seq integer not null default 0,
      last_activity_at ${moment} not null,
      here_at ${moment},
      created_at ${moment} not null,
      constraint spaces_not_over_full check (member_count <= max_members)
    )`,
    // What a space of the kind 'direct' has besides.
    sql`create table conversations (
      id ${id} primary key references spaces (id) on delete cascade,
      direct_key ${key} constraint conversations_people unique,
      is_pair ${flag} not null,
      request_state ${key} not null default 'none',
      requester_id ${id},
      asked_at ${moment}
    )`,
    sql`create index conversations_requester on conversations (requester_id, asked_at)
      where requester_id is not null`,
    sql`create index spaces_art on spaces (art_image_id) where art_image_id is not null`,
    sql`create index spaces_vibe on spaces (vibe, id)`,
    sql`create index spaces_admin on spaces (admin_id, vibe)`,
    sql`create table space_members (
      space_id ${id} not null references spaces (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      joined_at ${moment} not null,
      last_read_seq integer not null,
      reads_after_seq integer not null default 0,
      muted_until ${moment},
      constraint space_members_key primary key (space_id, user_id)
    ) ${byKey}`,
    sql`create index space_members_user on space_members (user_id, space_id)`,
  ]
}

// Senders and reactors are no foreign keys: whoever writes holds the space's row, and so does the
// deletion of an account, which leaves the mark of a message without its sender.
function chat({ id, moment, flag, key, byKey }: Types) {
  return [
    sql`create table deleted_spaces (
      id ${id} primary key
    )`,
    // No foreign key: the messages of a deleted space follow it a little at a time, since there may
    // be a hundred thousand of them.
    sql`create table space_messages (
      id ${id} primary key,
      space_id ${id} not null,
      seq integer not null,
      change_seq integer not null,
      sender_id ${id},
      content text not null,
      client_id text,
      created_at ${moment} not null,
      edited_at ${moment},
      is_deleted ${flag} not null,
      deleted_at ${moment},
      added_id ${id},
      pinned_at ${moment},
      reply_to_id ${id},
      post_id ${id},
      link_card_id ${id},
      image_count integer not null default 0
    )`,
    // A page of the chat is a stretch of it; deleted messages are none.
    sql`create unique index space_messages_shown on space_messages (space_id, seq)
      where is_deleted = 0`,
    // For those whose marks go.
    sql`create index space_messages_deleted on space_messages (deleted_at)
      where deleted_at is not null`,
    // What came after a number, deletions and edits among it.
    sql`create unique index space_messages_changes on space_messages (space_id, change_seq)`,
    sql`create index space_messages_sender on space_messages (sender_id, id)
      where sender_id is not null`,
    sql`create index space_messages_pinned on space_messages (space_id, pinned_at)
      where pinned_at is not null`,
    sql`create index space_messages_link_card on space_messages (link_card_id)
      where link_card_id is not null`,
    sql`create index space_messages_added on space_messages (added_id) where added_id is not null`,
    sql`create table message_reactions (
      message_id ${id} not null references space_messages (id) on delete cascade,
      user_id ${id} not null,
      emoji ${key} not null,
      given_seq integer not null,
      constraint message_reactions_key primary key (message_id, user_id, emoji)
    ) ${byKey}`,
    sql`create index message_reactions_user on message_reactions (user_id)`,
    sql`create table message_mentions (
      message_id ${id} not null references space_messages (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      constraint message_mentions_key primary key (message_id, user_id)
    ) ${byKey}`,
    sql`create index message_mentions_user on message_mentions (user_id)`,
  ]
}

function chatParts({ id, uuid, key, byKey }: Types) {
  return [
    sql`create table message_images (
      message_id ${id} not null references space_messages (id) on delete cascade,
      place integer not null,
      image_id ${uuid} not null references images (id),
      alt text not null,
      constraint message_images_key primary key (message_id, place)
    ) ${byKey}`,
    // Who opens a picture is asked for the message it stands on.
    sql`create index message_images_image on message_images (image_id)`,
    // What messages are found by: a search in a room reads a few short parts of the key. No foreign
    // key: as the messages, the words of a deleted space follow it a little at a time.
    sql`create table message_words (
      space_id ${id} not null,
      word ${key} not null,
      stretch integer not null,
      constraint message_words_key primary key (space_id, word, stretch)
    ) ${byKey}`,
  ]
}

function joining({ id, key, moment, byKey }: Types) {
  return [
    sql`create table invites (
      id ${id} primary key,
      code_hash ${key} not null unique,
      maker_id ${id} not null references users (id) on delete cascade,
      space_id ${id} references spaces (id) on delete set null,
      note text not null,
      uses integer,
      joined_count integer not null default 0,
      expires_at ${moment},
      created_at ${moment} not null
    )`,
    sql`create index invites_maker on invites (maker_id, id)`,
    sql`create index invites_space on invites (space_id) where space_id is not null`,
    sql`create index invites_end on invites (expires_at)`,
    // One row for each person and space: who asks again replaces what was answered.
    sql`create table join_requests (
      id ${id} primary key,
      space_id ${id} not null references spaces (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      message text not null,
      status text not null,
      admin_response text not null,
      created_at ${moment} not null,
      answered_at ${moment},
      constraint join_requests_person unique (space_id, user_id)
    )`,
    sql`create index join_requests_user on join_requests (user_id, id)`,
    // For those that were answered long ago.
    sql`create index join_requests_answered on join_requests (answered_at)
      where answered_at is not null`,
    // The list of those who wait, for the space's admin.
    sql`create index join_requests_pending on join_requests (space_id, id)
      where status = 'pending'`,
    // Whom a member of the space invited: the admin's lets into a private one.
    sql`create table space_invitations (
      space_id ${id} not null references spaces (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      inviter_id ${id} not null references users (id) on delete cascade,
      created_at ${moment} not null,
      constraint space_invitations_key primary key (space_id, user_id, inviter_id)
    ) ${byKey}`,
    sql`create index space_invitations_user on space_invitations (user_id)`,
    sql`create index space_invitations_inviter on space_invitations (inviter_id)`,
    sql`create index space_invitations_created on space_invitations (created_at)`,
    sql`create table space_bans (
      space_id ${id} not null references spaces (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      reason text not null,
      created_at ${moment} not null,
      constraint space_bans_key primary key (space_id, user_id)
    ) ${byKey}`,
    // From which spaces somebody is banned: asked for with every card of a space.
    sql`create index space_bans_user on space_bans (user_id, space_id)`,
  ]
}

function notifications({ id, moment, flag }: Types) {
  return [
    sql`create table notifications (
      id ${id} primary key,
      user_id ${id} not null references users (id) on delete cascade,
      kind text not null,
      params text not null,
      count integer not null default 1,
      sender_id ${id} references users (id) on delete cascade,
      post_id ${id} references posts (id) on delete cascade,
      comment_id ${id} references comments (id) on delete cascade,
      space_id ${id},
      is_read ${flag} not null,
      created_at ${moment} not null
    )`,
    sql`create index notifications_user on notifications (user_id, id)`,
    sql`create index notifications_unread on notifications (user_id) where is_read = 0`,
    // While somebody's comment on a post, reply or mention there is unread, their next one takes its
    // place: a key says so, since two that come at once do not see each other.
    sql`create unique index notifications_unread_comment
      on notifications (user_id, sender_id, post_id, kind)
      where kind in ('comment', 'reply', 'mention') and is_read = 0`,
    sql`create unique index notifications_unread_in_space
      on notifications (user_id, sender_id, space_id, kind)
      where kind in ('space_mention', 'space_reply') and is_read = 0`,
    sql`create index notifications_sender on notifications (sender_id)
      where sender_id is not null`,
    sql`create index notifications_post on notifications (post_id) where post_id is not null`,
    sql`create index notifications_comment on notifications (comment_id)
      where comment_id is not null`,
    sql`create index notifications_space on notifications (space_id) where space_id is not null`,
  ]
}

function reports({ id, uuid, moment, flag, key, byKey }: Types) {
  return [
    sql`create table reports (
      id ${id} primary key,
      reporter_id ${id} not null references users (id) on delete cascade,
      kind ${key} not null,
      thing_id ${id} not null,
      member_id ${id} not null references users (id) on delete cascade,
      space_id ${id},
      reason text not null,
      rule_id text,
      text text not null,
      created_at ${moment} not null,
      for_administrators_at ${moment} not null,
      administrators_told ${flag} not null default 0,
      closed_at ${moment}
    )`,
    // One open report for each person and thing, also when two come at once.
    sql`create unique index reports_open on reports (kind, thing_id, reporter_id)
      where closed_at is null`,
    // The queue, the longest waiting first.
    sql`create index reports_queue on reports (id) where closed_at is null`,
    sql`create index reports_space on reports (space_id, id)
      where closed_at is null and space_id is not null`,
    // For those that are kept no longer.
    sql`create index reports_closed on reports (closed_at) where closed_at is not null`,
    sql`create index reports_reporter on reports (reporter_id)`,
    sql`create index reports_member on reports (member_id)`,
    sql`create table report_evidence (
      report_id ${id} not null references reports (id) on delete cascade,
      place integer not null,
      member_id ${id} not null references users (id) on delete cascade,
      text text not null,
      created_at ${moment} not null,
      constraint report_evidence_key primary key (report_id, place)
    ) ${byKey}`,
    sql`create index report_evidence_member on report_evidence (member_id)`,
    // The picture is no foreign key: the sweep of pictures asks what stands here.
    sql`create table report_images (
      report_id ${id} not null references reports (id) on delete cascade,
      place integer not null,
      image_id ${uuid} not null,
      alt text not null,
      constraint report_images_key primary key (report_id, place)
    ) ${byKey}`,
    sql`create index report_images_image on report_images (image_id)`,
    sql`create table appeals (
      user_id ${id} constraint appeals_key primary key references users (id) on delete cascade,
      text text not null,
      created_at ${moment} not null,
      answer text not null default ''
    )`,
  ]
}

function administration({ id, uuid, key, moment }: Types) {
  return [
    // Of whom something was done to, only the member number is kept: a deleted account leaves
    // nothing else.
    sql`create table admin_acts (
      id ${id} primary key,
      admin_id ${id} references users (id) on delete set null,
      act text not null,
      member_number integer not null,
      reason text not null,
      created_at ${moment} not null,
      undone_at ${moment}
    )`,
    sql`create index admin_acts_admin on admin_acts (admin_id)`,
    // What acts took away, for as long as they can be undone. Neither the member nor the picture is a
    // foreign key: what is kept of a deleted member is finished, not only forgotten.
    sql`create table removals (
      act_id ${id} constraint removals_key primary key,
      space_id ${id} references spaces (id) on delete cascade,
      kind ${key} not null,
      thing_id ${id} not null,
      member_id ${id} not null,
      text text not null,
      image_id ${uuid},
      image_alt text not null,
      contents text not null,
      removed_at ${moment} not null
    )`,
    sql`create index removals_thing on removals (kind, thing_id)`,
    sql`create index removals_space on removals (space_id, removed_at)
      where space_id is not null`,
    sql`create index removals_member on removals (member_id)`,
    sql`create index removals_image on removals (image_id) where image_id is not null`,
    sql`create index removals_end on removals (removed_at)`,
  ]
}

function archives({ id, uuid, moment }: Types) {
  return [
    // No foreign key: the files go first, when the account is there no longer.
    sql`create table archives (
      id ${id} primary key,
      user_id ${id} not null,
      requested_at ${moment} not null,
      made_at ${moment},
      bytes ${moment} not null default 0,
      file_id ${uuid},
      part_count integer not null default 0,
      held_until ${moment} not null default 0,
      tries integer not null default 0,
      problem text,
      delete_after ${moment}
    )`,
    sql`create index archives_user on archives (user_id, id)`,
    // Those that are being made, and those that end.
    sql`create index archives_making on archives (id) where delete_after is null`,
    sql`create index archives_end on archives (delete_after) where delete_after is not null`,
    // As with archives: the file goes first.
    sql`create table imports (
      id ${id} primary key,
      user_id ${id} not null,
      file_id ${uuid} not null,
      part_count integer not null default 0,
      parts text not null default '[]',
      begun_at ${moment} not null,
      changed_at ${moment} not null,
      state text not null,
      bytes ${moment} not null,
      received ${moment} not null default 0,
      try_id ${uuid},
      held_until ${moment} not null default 0,
      tries integer not null default 0,
      from_server text,
      from_username text,
      friends text not null default '[]',
      posts integer,
      place integer not null default 0,
      posts_read integer not null default 0,
      pictures_not_read integer not null default 0,
      problem text,
      delete_after ${moment}
    )`,
    sql`create index imports_user on imports (user_id, id)`,
    sql`create index imports_unfinished on imports (id) where delete_after is null`,
    sql`create index imports_end on imports (delete_after) where delete_after is not null`,
  ]
}
