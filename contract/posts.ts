import { z } from 'zod'
import { author } from './author.ts'
import { IMAGE_TOO_LARGE, NOT_AN_IMAGE } from './image-messages.ts'
import { linkCard } from './link-card.ts'
import { mentions } from './mentions.ts'
import { withCommas } from './number-format.ts'
import { reactions, vibes } from './reactions.ts'
import { id, parsedId, parsedIds, timestamp, typedText } from './text.ts'
import { uploadedImage, uploadedImages } from './uploaded-image.ts'

export const POST_TEXT_MAX = 5_000
export const IMAGE_ALT_MAX = 500
export const IMAGES_MAX = 4
export const IMAGE_MAX_BYTES = 15 * 1024 * 1024
/** Of all pictures of a post together. */
export const IMAGES_MAX_BYTES = 40 * 1024 * 1024
export const FEED_PAGE_SIZE = 10
/** So many posts are asked for by their ids at once. */
export const CARDS_MAX = 10
const FEED_PAGE_MAX = 1_000
export const FEED_TIMEOUT_MS = 5_000
export const POST_REDIRECT_DELAY_MS = 1_500
/** The types the file picker offers; what counts is what the server can decode. */
export const IMAGE_ACCEPT = 'image/*,.heic,.heif'

export const MESSAGES = {
  onlyPublic: 'Only public posts can be shared.',
  textMissing: 'Please enter some text for your post',
  textLong: `A post can have at most ${withCommas(POST_TEXT_MAX)} characters.`,
  altLong: `The description of a picture can have at most ${IMAGE_ALT_MAX} characters.`,
  created: 'Post created successfully!',
  createFailed: 'Failed to create post',
  deleted: 'The post is deleted.',
  deleteFailed: 'Failed to delete post',
  deleteConfirm: 'Are you sure you want to delete this post?',
  loadFailed: 'Failed to load posts',
  postMissing: 'This post is not there any more.',
  notYourPost: 'Only the author can delete a post.',
  imageTooLarge: IMAGE_TOO_LARGE,
  imagesTooLarge: 'These images are too large together. A post can take 40 MB.',
  imagesMany: `A post can have at most ${IMAGES_MAX} pictures.`,
  oneImage: 'One picture can be sent as “image”. Please send several as “images”.',
  notAnImage: NOT_AN_IMAGE,
  themeMissing: 'There is no theme of that day.',
  themeOver: 'The theme of that day is over.',
  audienceChanged: 'The audience is changed.',
  audienceFailed: 'Failed to change the audience',
  audienceCommented: 'Others commented for a smaller circle. Share it as a new post.',
  notYourAudience: 'Only the author can change the audience of a post.',
  viewerMissing: 'You can look as everybody here, or as one of your friends.',
  audienceUnknown: 'A post is for your profile, your friends or your squad.',
  previewUnknown: 'A preview is wanted, or not.',
  cursorInvalid: 'This page of the feed is not there. Please start from the top.',
  pageInvalid: `The page must be a whole number from 1 to ${FEED_PAGE_MAX}.`,
  friendsEmpty: 'No posts from your friends yet. Add some friends to see their posts here!',
  memberEmpty: 'No posts here yet.',
  imagesFailed: 'Failed to load pictures',
  themeEmpty: 'Nobody has written about this yet.',
  caughtUp: "You're all caught up",
  publicEmpty: 'No public posts yet. Be the first to create a public post!',
} as const

const postText = typedText(POST_TEXT_MAX, { blank: MESSAGES.textMissing, long: MESSAGES.textLong })
const imageAlt = typedText(IMAGE_ALT_MAX, { long: MESSAGES.altLong })

/** `YYYY-MM-DD`, as the writer's calendar has it. */
const themeDate = z
  .string(MESSAGES.themeMissing)
  .max(10, MESSAGES.themeMissing)
  .regex(/^\d{4}-\d{2}-\d{2}$/, MESSAGES.themeMissing)
  .refine((date) => !Number.isNaN(Date.parse(date)), MESSAGES.themeMissing)

/**
 * For whom a post is: `profile` follows the privacy of its author's profile; `friends` and `squad`
 * are narrower, and stay so whatever the profile does. In this order, widest first.
 */
export const POST_AUDIENCES = ['profile', 'friends', 'squad'] as const
export const postAudience = z.enum(POST_AUDIENCES, MESSAGES.audienceUnknown)
export type PostAudience = z.infer<typeof postAudience>

/** The text fields of the multipart form; the pictures are files named `images`, or one `image`. */
export const createPostFields = z.object({
  text: postText,
  imageAlt: imageAlt.default(''),
  imageAlt2: imageAlt.default(''),
  imageAlt3: imageAlt.default(''),
  imageAlt4: imageAlt.default(''),
  /** Whether the first link in the text shows nothing of where it leads. */
  noPreview: z.enum(['', 'yes'], MESSAGES.previewUnknown).default(''),
  /**
   * Of the theme that the post is about: today's, or of the days before where it waited; or empty.
   */
  themeDate: z.union([z.literal(''), themeDate], MESSAGES.themeMissing).default(''),
  audience: postAudience.default('profile'),
})
export type PostFields = z.infer<typeof createPostFields>
export const POST_FIELD_NAMES = createPostFields.keyof().options
/** The descriptions of the pictures, in the order of these. */
export const IMAGE_ALT_FIELDS = ['imageAlt', 'imageAlt2', 'imageAlt3', 'imageAlt4'] as const
export type ImageAltField = (typeof IMAGE_ALT_FIELDS)[number]

/** The whole form, for the description of the API: its images are read as they stream in. */
export const createPostForm = createPostFields.extend({
  image: uploadedImage(IMAGE_MAX_BYTES),
  images: uploadedImages(IMAGES_MAX, IMAGE_MAX_BYTES, MESSAGES.imagesMany),
})

/** A picture: its upright size, a tiny stand-in, and signed addresses by width, smallest first. */
export const postImage = z.object({
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  placeholder: z.string(),
  sources: z.array(z.object({ width: z.number().int(), url: z.string() })),
  /** Of one that moves: the addresses at which it does; those of `sources` show it still. */
  animation: z.array(z.object({ width: z.number().int(), url: z.string() })).exactOptional(),
})
export type PostImage = z.infer<typeof postImage>

export const post = z.object({
  _id: id,
  user: author,
  text: z.string(),
  mentions,
  /** The theme of the day that it was written about. */
  theme: z.object({ date: z.string(), prompt: z.string() }).nullable(),
  /** The first of its images, for who shows one. */
  image: postImage.nullable(),
  images: z.array(postImage),
  /** Where the first link in the text leads, as that page says; null where it says nothing. */
  link: linkCard.nullable(),
  /** Who it is for just now. */
  audience: z.enum(['public', 'friends', 'squad']),
  /** What its author chose, which `audience` follows from. */
  chosenAudience: postAudience,
  createdAt: timestamp,
  /** The name of the server in whose archive it came; null where it was written here. */
  importedFrom: z.string().nullable(),
  /** When its words last changed; null as well where that was a correction right after. */
  editedAt: timestamp.nullable(),
  /** How often it was edited: an edit says which one it began from. */
  revision: z.number().int(),
  ...reactions.shape,
  ...vibes.shape,
  commentCount: z.number().int(),
})
export type Post = z.infer<typeof post>

/** The pictures of a member's posts, newest first. */
export const IMAGES_PAGE_SIZE = 12
export const imagesQuery = z.object({ cursor: parsedId.optional() })
export const imagesPage = z.object({
  images: z.array(z.object({ postId: id, image: postImage })),
  nextCursor: id.nullable(),
})
export type ImagesPage = z.infer<typeof imagesPage>

export const cardsQuery = z.object({ ids: parsedIds(CARDS_MAX, MESSAGES.postMissing) })
/** In no order; without those that are not, or no longer, for the viewer. */
export const cards = z.array(post)

export const createdPost = z.object({ message: z.string(), msg: z.string(), post })

export const feedQuery = z.object({
  page: z.coerce
    .number(MESSAGES.pageInvalid)
    .int(MESSAGES.pageInvalid)
    .min(1, MESSAGES.pageInvalid)
    .max(FEED_PAGE_MAX, MESSAGES.pageInvalid)
    .default(1),
  cursor: z.string().max(200, MESSAGES.cursorInvalid).optional(),
})
export const feedAnswer = z.object({
  posts: z.array(post),
  pagination: z.object({
    page: z.number().int(),
    hasNextPage: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
})
export type FeedAnswer = z.infer<typeof feedAnswer>

export const audienceBody = z.object({ audience: postAudience })
export const postParams = z.object({ id: parsedId })
/** As whom a member looks at their own posts: as everybody here, or as one of their friends. */
export const viewAsParams = z.object({ viewer: z.union([z.literal('public'), parsedId]) })
/** A day whose theme posts were written about. */
export const themeParams = z.object({ date: themeDate })
