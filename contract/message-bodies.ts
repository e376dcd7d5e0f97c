import { z } from 'zod'
import { createPostFields, IMAGE_MAX_BYTES, IMAGES_MAX } from './posts.ts'
import { MESSAGE_MAX, MESSAGES } from './spaces.ts'
import { parsedId, typedText } from './text.ts'
import { uploadedImage, uploadedImages } from './uploaded-image.ts'

// What is sent of a message. Apart from what is shown of one, which the first screen needs.

export const messageBody = z.object({
  content: typedText(MESSAGE_MAX, { blank: MESSAGES.messageMissing, long: MESSAGES.messageLong }),
})
const newMessageFields = z.object({
  /** May be empty beside a post or pictures. */
  content: typedText(MESSAGE_MAX, { missing: MESSAGES.messageMissing, long: MESSAGES.messageLong }),
  clientId: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/)
    .optional(),
  /** The message of the same space that it answers. */
  replyTo: parsedId.optional(),
  /** A public post that it shares. */
  postId: parsedId.optional(),
  /** Whether the first link in the text shows nothing of where it leads. */
  noPreview: z.enum(['', 'yes']).optional(),
})
export const newMessageBody = newMessageFields.refine(
  ({ content, postId }) => content !== '' || postId !== undefined,
  { error: MESSAGES.messageMissing, path: ['content'] },
)

/** What a message with pictures has beside their files. Words are not needed. */
export const imageMessageFields = newMessageFields
  .omit({ postId: true })
  .extend(
    createPostFields.pick({ imageAlt: true, imageAlt2: true, imageAlt3: true, imageAlt4: true })
      .shape,
  )
export type ImageMessageFields = z.infer<typeof imageMessageFields>
/** The whole form, for the description of the API: its images are read as they stream in. */
export const imageMessageForm = imageMessageFields.extend({
  image: uploadedImage(IMAGE_MAX_BYTES),
  images: uploadedImages(IMAGES_MAX, IMAGE_MAX_BYTES, MESSAGES.imagesMany),
})
