import { z } from 'zod'
import { author } from './author.ts'
import { id, parsedId, timestamp, typedText } from './text.ts'

export const COMMENT_TEXT_MAX = 1_000
export const COMMENTS_PAGE_SIZE = 50
export const COMMENTS_TIMEOUT_MS = 3_000
/** The first cards of each page of a feed have their comments fetched before they are asked for. */
export const COMMENTS_PREFETCHED_POSTS = 3

export const MESSAGES = {
  textMissing: 'Please enter some text for your comment',
  textLong: `A comment can have at most ${COMMENT_TEXT_MAX.toLocaleString('en')} characters.`,
  addFailed: 'Failed to add comment',
  loadFailed: 'Failed to load comments',
  deleteConfirm: 'Delete this comment?',
  deleted: 'The comment is deleted.',
  deleteFailed: 'Failed to delete comment',
  missing: 'This comment is not there any more.',
  notYours: 'Only who wrote the comment or the post can delete it.',
} as const

export const comment = z.object({
  _id: id,
  user: author,
  text: z.string(),
  createdAt: timestamp,
  /** As of posts. */
  editedAt: timestamp.nullable(),
  revision: z.number().int(),
})
export type Comment = z.infer<typeof comment>

/** Oldest first: the newest page, or with `before` the page that ends just before that comment. */
export const commentList = z.array(comment)

export const createCommentBody = z.object({
  text: typedText(COMMENT_TEXT_MAX, { blank: MESSAGES.textMissing, long: MESSAGES.textLong }),
})

export const commentParams = z.object({ id: parsedId, commentId: parsedId })
export const commentsQuery = z.object({ before: parsedId.optional() })
