import { sql } from 'kysely'
import type { Types } from './types.ts'

export function friendTables(types: Types) {
  return [...friends(types), ...search(types)]
}

function friends({ id, timestamp, flag, byKey }: Types) {
  return [
    sql`create table friendships (
      user_id ${id} not null references users (id) on delete cascade,
      friend_id ${id} not null references users (id) on delete cascade,
      created_at ${timestamp} not null,
      constraint friendships_pair primary key (user_id, friend_id)
    ) ${byKey}`,
    sql`create index friendships_friend on friendships (friend_id)`,
    // One row for each pair, so that two who ask each other at once cannot both be waiting.
    sql`create table friend_requests (
      low_id ${id} not null references users (id) on delete cascade,
      high_id ${id} not null references users (id) on delete cascade,
      sender_id ${id} not null,
      recipient_id ${id} not null,
      created_at ${timestamp} not null,
      declined_at ${timestamp},
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
      created_at ${timestamp} not null,
      constraint blocks_pair primary key (user_id, blocked_id)
    ) ${byKey}`,
    // Every read asks for both sides.
    sql`create index blocks_blocked on blocks (blocked_id, user_id)`,
    sql`create table mutes (
      user_id ${id} not null references users (id) on delete cascade,
      muted_id ${id} not null references users (id) on delete cascade,
      until ${timestamp},
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
