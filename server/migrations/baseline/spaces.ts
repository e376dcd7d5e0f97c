import { sql } from 'kysely'
import type { Types } from './types.ts'

export function spaceTables(types: Types) {
  return [...spaces(types), ...chat(types), ...chatParts(types), ...joining(types)]
}

function spaces({ id, uuid, timestamp, flag, key, byKey }: Types) {
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
      last_activity_at ${timestamp} not null,
      here_at ${timestamp},
      created_at ${timestamp} not null,
      constraint spaces_not_over_full check (member_count <= max_members)
    )`,
    // What a space of the kind 'direct' has besides.
    sql`create table conversations (
      id ${id} primary key references spaces (id) on delete cascade,
      direct_key ${key} constraint conversations_people unique,
      is_pair ${flag} not null,
      request_state ${key} not null default 'none',
      requester_id ${id},
      asked_at ${timestamp},
      asked_seq integer
    )`,
    sql`create index conversations_requester on conversations (requester_id, asked_at)
      where requester_id is not null`,
    sql`create index spaces_art on spaces (art_image_id) where art_image_id is not null`,
    sql`create index spaces_vibe on spaces (vibe, id)`,
    sql`create index spaces_admin on spaces (admin_id, vibe)`,
    sql`create table space_members (
      space_id ${id} not null references spaces (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      joined_at ${timestamp} not null,
      last_read_seq integer not null,
      reads_after_seq integer not null default 0,
      muted_until ${timestamp},
      constraint space_members_key primary key (space_id, user_id)
    ) ${byKey}`,
    sql`create index space_members_user on space_members (user_id, space_id)`,
  ]
}

// Senders and reactors are no foreign keys: whoever writes holds the space's row, and so does the
// deletion of an account, which leaves the mark of a message without its sender.
function chat({ id, timestamp, flag, key, byKey }: Types) {
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
      created_at ${timestamp} not null,
      edited_at ${timestamp},
      revision integer not null default 0,
      is_deleted ${flag} not null,
      deleted_at ${timestamp},
      added_id ${id},
      pinned_at ${timestamp},
      reply_to_id ${id},
      post_id ${id},
      link_card_id ${id},
      image_count integer not null default 0
    )`,
    // A page of the chat is a range of it; deleted messages are none.
    sql`create unique index space_messages_shown on space_messages (space_id, seq)
      where is_deleted = 0`,
    // For those whose marks go.
    sql`create index space_messages_deleted on space_messages (deleted_at)
      where deleted_at is not null`,
    // What came after a number, deletions and edits among it.
    sql`create unique index space_messages_changes on space_messages (space_id, change_seq)`,
    // With the space, in which who was blocked may have written: what they wrote elsewhere is
    // passed over without its rows.
    sql`create index space_messages_sender on space_messages (sender_id, id, space_id)
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
      segment integer not null,
      constraint message_words_key primary key (space_id, word, segment)
    ) ${byKey}`,
  ]
}

function joining({ id, key, timestamp, byKey }: Types) {
  return [
    sql`create table invites (
      id ${id} primary key,
      code_hash ${key} not null unique,
      maker_id ${id} not null references users (id) on delete cascade,
      space_id ${id} references spaces (id) on delete set null,
      note text not null,
      uses integer,
      joined_count integer not null default 0,
      expires_at ${timestamp} not null,
      created_at ${timestamp} not null
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
      created_at ${timestamp} not null,
      answered_at ${timestamp},
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
      created_at ${timestamp} not null,
      constraint space_invitations_key primary key (space_id, user_id, inviter_id)
    ) ${byKey}`,
    sql`create index space_invitations_user on space_invitations (user_id)`,
    sql`create index space_invitations_inviter on space_invitations (inviter_id)`,
    sql`create index space_invitations_created on space_invitations (created_at)`,
    sql`create table space_bans (
      space_id ${id} not null references spaces (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      reason text not null,
      created_at ${timestamp} not null,
      constraint space_bans_key primary key (space_id, user_id)
    ) ${byKey}`,
    // From which spaces somebody is banned: asked for with every card of a space.
    sql`create index space_bans_user on space_bans (user_id, space_id)`,
  ]
}
