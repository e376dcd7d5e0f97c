import type { Generated } from 'kysely'
import type { PostAudience } from '../../contract/posts.ts'
import type { Id } from '../platform/ids.ts'

export interface PostTables {
  posts: PostsTable
  post_reactions: { post_id: Id; user_id: Id; kind: 'like' | 'dislike' }
  vibes: { post_id: Id; user_id: Id; emoji: string }
  vibe_counts: { post_id: Id; emoji: string; count: number }
  post_versions: PostVersionsTable
  /** Those of which something may still be there. */
  deleted_posts: { id: Id }
  post_images: PostImagesTable
  link_cards: LinkCardsTable
  comments: CommentsTable
  comment_versions: CommentVersionsTable
  post_mentions: PostMentionsTable
}

export interface PostsTable {
  id: Id
  author_id: Id
  text: string
  /** How many pictures it has, in `post_images`. */
  image_count: Generated<number>
  /** Of the first link in its text; null where none is wanted. */
  link_card_id: Generated<Id | null>
  /** `YYYY-MM-DD` of the theme it is about, and what that was; both null where it is about none. */
  theme_date: string | null
  theme_prompt: string | null
  created_at: number
  /** `profile` follows the author's profile, the others are narrower whatever that does. */
  audience: Generated<PostAudience>
  /** Whether it follows a profile that is public: kept with the post so that the feed finds it. */
  is_public: number
  like_count: Generated<number>
  dislike_count: Generated<number>
  comment_count: Generated<number>
  /** Grows with every change of the counts and lists that stand with the post. */
  version: Generated<number>
  /**
   * In which order posts were made, or last changed their audience, by the counter `posts_made`.
   */
  seq: Generated<number>
  /** When its words last changed for all to see; null where they are as they were first read. */
  edited_at: number | null
  /** How often it was edited. */
  revision: Generated<number>
  /**
   * The newest comment of somebody else that its author deleted or a moderator removed: they read
   * it as it was then.
   */
  deleted_answer_id: Generated<Id | null>
  /**
   * When an administrator removed it, or its author deleted it: nobody sees it, and it is really
   * deleted later.
   */
  removed_at: Generated<number | null>
  /** The name of the server in whose archive it came; null where it was written here. */
  imported_from: Generated<string | null>
}

interface PostImagesTable {
  post_id: Id
  place: number
  image_id: string
  alt: string
}

/** What the page behind a link says of itself. */
interface LinkCardsTable {
  id: Id
  url_hash: string
  /** Empty once it was called. */
  url: string
  /** Empty where there is none to show. */
  title: string
  description: string
  site: string
  image_id: string | null
  /** Whether a post said the link: its picture is kept whole then, where it is wide. */
  is_whole: Generated<number>
  fetched_at: number | null
  /**
   * Since when it could not be read, if it was called since; null where it was read the last time.
   */
  failing_since: number | null
}

/** What a post said before an edit. */
interface PostVersionsTable {
  post_id: Id
  /** The post's revision while it said so. */
  n: number
  text: string
  written_at: number
}

export interface CommentsTable {
  id: Id
  post_id: Id
  /** Null where only the mark of a deleted one is left, since others replied to it. */
  author_id: Id | null
  text: string
  created_at: number
  /** As of posts. */
  edited_at: number | null
  revision: Generated<number>
  /** The comment it replies to, which replies to none. */
  parent_id: Id | null
}

/** What a comment said before an edit. */
export interface CommentVersionsTable {
  comment_id: Id
  n: number
  text: string
  written_at: number
}

/**
 * Whom a post or a comment under it mentions, or did before an edit: `<@id>` stands in its text.
 */
interface PostMentionsTable {
  id: Id
  user_id: Id
  post_id: Id
  /** Null of the post itself. */
  comment_id: Id | null
}
