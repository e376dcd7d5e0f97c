import { z } from 'zod'
import { boundedList } from './bounded-list.ts'
import { createCommentBody } from './comments.ts'
import { createPostFields, IMAGES_MAX, MESSAGES as POST_MESSAGES } from './posts.ts'
import { MESSAGE_MAX, MESSAGES as SPACE_MESSAGES } from './spaces.ts'
import { timestamp, typedText } from './text.ts'

/** An edit that soon, of what nobody else answered to yet, is a correction and leaves no trace. */
export const CORRECTION_MS = 5 * 60_000
/** What was said before, at most; the first words are always among them. */
export const VERSIONS_MAX = 20
const REVISION_MAX = 2 ** 31 - 1

export const MESSAGES = {
  saved: 'Your change is saved.',
  saveFailed: 'Failed to save your change',
  versionsFailed: 'Failed to load what it said before',
  notYourPost: 'Only the author can edit a post.',
  notYourComment: 'Only its author can edit a comment.',
  elsewhere:
    'You changed this on another device meanwhile. Look at what it says there before you save again.',
} as const

/** The revision the edit began from; refused (409) where another came between. Without it: none. */
const revision = z.number().int().min(0).max(REVISION_MAX).optional()

const { text, imageAlt } = createPostFields.shape
export const editPostBody = z.object({
  text,
  /** Of the pictures in their order; left out, the descriptions stay. */
  imageAlts: boundedList(imageAlt, IMAGES_MAX, { long: POST_MESSAGES.imagesMany }).optional(),
  revision,
})
export type PostEdit = z.output<typeof editPostBody>

export const editCommentBody = z.object({ text: createCommentBody.shape.text, revision })
export type CommentEdit = z.output<typeof editCommentBody>

export const editMessageBody = z.object({
  /** May be empty beside a post or pictures. */
  content: typedText(MESSAGE_MAX, {
    missing: SPACE_MESSAGES.messageMissing,
    long: SPACE_MESSAGES.messageLong,
  }),
  /**
   * Of the pictures in their order; left out, the descriptions stay. They are not what it says:
   * changing them marks nothing as edited.
   */
  imageAlts: boundedList(imageAlt, IMAGES_MAX, { long: SPACE_MESSAGES.imagesMany }).optional(),
  revision,
})
export type MessageEdit = z.output<typeof editMessageBody>

/** What it said and since when, oldest first; the last is what it says now. */
export const versionList = z.array(z.object({ text: z.string(), writtenAt: timestamp }))
export type Version = z.infer<typeof versionList>[number]
