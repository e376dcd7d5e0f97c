import { sql } from 'kysely'
import type { Types } from './types.ts'

export function postTables(types: Types) {
  return [
    ...linkCards(types),
    ...posts(types),
    ...postParts(types),
    ...reactions(types),
    ...comments(types),
  ]
}

function linkCards({ id, uuid, key, timestamp, flag }: Types) {
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
      is_whole ${flag} not null default 0,
      fetched_at ${timestamp},
      failing_since ${timestamp}
    )`,
    sql`create unique index link_cards_url on link_cards (url_hash)`,
    sql`create index link_cards_waiting on link_cards (id) where fetched_at is null`,
    sql`create index link_cards_image on link_cards (image_id) where image_id is not null`,
  ]
}

function posts({ id, timestamp, flag }: Types) {
  return [
    sql`create table posts (
      id ${id} primary key,
      author_id ${id} not null references users (id) on delete cascade,
      text text not null,
      image_count integer not null default 0,
      link_card_id ${id} references link_cards (id),
      theme_date text,
      theme_prompt text,
      created_at ${timestamp} not null,
      like_count integer not null default 0,
      dislike_count integer not null default 0,
      comment_count integer not null default 0,
      audience text not null default 'profile',
      is_public ${flag} not null default 0,
      version integer not null default 0,
      seq integer not null default 0,
      edited_at ${timestamp},
      revision integer not null default 0,
      deleted_answer_id ${id},
      removed_at ${timestamp},
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
    sql`create index posts_author_images on posts (author_id, id) where image_count > 0`,
    sql`create index posts_link_card on posts (link_card_id) where link_card_id is not null`,
    sql`create index posts_theme on posts (theme_date, id) where theme_date is not null`,
    // The public feed is a range of it.
    sql`create index posts_public on posts (id) where is_public = 1`,
    // No foreign key: what is left to do ends with the post, whoever deletes it.
    sql`create table deleted_posts (
      id ${id} primary key
    )`,
  ]
}

function postParts({ id, uuid, timestamp, byKey }: Types) {
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
      written_at ${timestamp} not null,
      constraint post_versions_key primary key (post_id, n)
    ) ${byKey}`,
  ]
}

function reactions({ id, key, byKey }: Types) {
  return [
    // By its key the first likes of a card are found without looking at the dislikes among them.
    sql`create table post_reactions (
      post_id ${id} not null references posts (id) on delete cascade,
      user_id ${id} not null references users (id) on delete cascade,
      kind text not null,
      constraint post_reactions_key primary key (post_id, kind, user_id)
    ) ${byKey}`,
    // One of each member for a post.
    sql`create unique index post_reactions_user on post_reactions (user_id, post_id)`,
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

function comments({ id, timestamp, byKey }: Types) {
  return [
    sql`create table comments (
      id ${id} primary key,
      post_id ${id} not null references posts (id) on delete cascade,
      author_id ${id} references users (id) on delete cascade,
      text text not null,
      created_at ${timestamp} not null,
      edited_at ${timestamp},
      revision integer not null default 0,
      parent_id ${id} references comments (id) on delete cascade
    )`,
    // The page of a post, where those that reply to none lie apart from the replies to each.
    sql`create index comments_post on comments (post_id, parent_id, id)`,
    sql`create index comments_replies on comments (parent_id, id) where parent_id is not null`,
    // With the post and what was replied to, so that an author's comments are counted in the index.
    sql`create index comments_author on comments (author_id, post_id, parent_id)`,
    sql`create table comment_versions (
      comment_id ${id} not null references comments (id) on delete cascade,
      n integer not null,
      text text not null,
      written_at ${timestamp} not null,
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
