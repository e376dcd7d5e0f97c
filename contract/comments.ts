import { z } from 'zod'
import { author } from './author.ts'
import { mentions } from './mentions.ts'
import { withCommas } from './number-format.ts'
import { MESSAGES as POST_MESSAGES } from './posts.ts'
import { id, parsedId, parsedIds, timestamp, typedText } from './text.ts'

export const COMMENT_TEXT_MAX = 1_000
export const COMMENTS_PAGE_SIZE = 50
/** So many replies stand below a comment before more are asked for. */
export const REPLIES_SHOWN = 3
export const COMMENTS_TIMEOUT_MS = 3_000
/**
 * The first cards of each page of a feed have their comments fetched at once, before they are asked
 * for.
 */
export const COMMENTS_PREFETCHED_POSTS = 3

export const MESSAGES = {
  textMissing: 'Please enter some text for your comment',
  textLong: `A comment can have at most ${withCommas(COMMENT_TEXT_MAX)} characters.`,
  addFailed: 'Failed to add comment',
  loadFailed: 'Failed to load comments',
  deleteConfirm: 'Delete this comment?',
  deleted: 'The comment is deleted.',
  deleteFailed: 'Failed to delete comment',
  missing: 'This comment is not there any more.',
  wasDeleted: 'This comment was deleted.',
  replied: (name: string) => `${name} replied to your comment`,
  notYours: 'Only who wrote the comment or the post can delete it.',
} as const

const reply = z.object({
  _id: id,
  /** Null where only the mark of a deleted comment is left, above replies to it. */
  user: author.nullable(),
  text: z.string(),
  mentions,
  createdAt: timestamp,
  /** As of posts. */
  editedAt: timestamp.nullable(),
  revision: z.number().int(),
  parentId: id.nullable(),
  isDeleted: z.boolean(),
})
export type Reply = z.infer<typeof reply>

/** A comment with the first `REPLIES_SHOWN` replies to it, oldest first. Replies have none. */
export const comment = reply.extend({
  replyCount: z.number().int(),
  replies: z.array(reply),
})
export type Comment = z.infer<typeof comment>

/**
 * Oldest first: the newest page of those that reply to none, or with `before` the page that ends
 * just before that comment. With `parentId` the replies to that comment, from the first on, or
 * those that follow `after`. With `only` that comment, or that reply, alone.
 */
export const commentList = z.array(comment)

/** The newest page under each of some posts. */
export const firstCommentsQuery = z.object({
  ids: parsedIds(COMMENTS_PREFETCHED_POSTS, POST_MESSAGES.postMissing),
})
/** In the order they were asked for; without those that are not, or no longer, for the reader. */
export const firstComments = z.array(z.object({ postId: id, comments: commentList }))

export const createCommentBody = z.object({
  text: typedText(COMMENT_TEXT_MAX, { blank: MESSAGES.textMissing, long: MESSAGES.textLong }),
  /** What it replies to. Where that is a reply itself, both reply to the same comment. */
  parentId: parsedId.optional(),
})

export const commentParams = z.object({ id: parsedId, commentId: parsedId })
export const commentsQuery = z.object({
  before: parsedId.optional(),
  parentId: parsedId.optional(),
  after: parsedId.optional(),
  only: parsedId.optional(),
})
