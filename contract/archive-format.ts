import { z } from 'zod'
import { POST_AUDIENCES } from './posts.ts'
import { timestamp } from './text.ts'

// What stands in `data/` of an archive: read by whoever moves to another Snug, or to something else.
// A field may be added within a schema; one that is taken away or means something else makes the next.

/** Of every file of `data/`. */
export const ARCHIVE_SCHEMA = 1

/** Below the archive's folder, as in `pictures/0199….webp`. */
const pictureFile = z.string().regex(/^pictures\/[0-9a-f-]{36}\.webp$/)
const words = z.string().max(100_000)
const name = z.string().max(200)

const archivedPicture = z.object({
  file: pictureFile,
  width: z.number().int(),
  height: z.number().int(),
  alt: words,
})
export type ArchivedPicture = z.infer<typeof archivedPicture>

/** `data/profile.json` */
export const archivedProfile = z.object({
  schema: z.literal(ARCHIVE_SCHEMA),
  /** The name and the address of the server. */
  from: z.object({ name, url: z.string().max(2_000) }),
  madeAt: timestamp,
  username: name,
  email: name,
  memberNumber: z.number().int().nullable(),
  joinedAt: timestamp,
  aboutMe: words,
  pet: name,
  music: words,
  musicLink: words,
  photo: archivedPicture.nullable(),
  isPrivate: z.boolean(),
  /** How much there is in the other files. */
  counts: z.object({
    posts: z.number().int(),
    pictures: z.number().int(),
    comments: z.number().int(),
    messages: z.number().int(),
  }),
})
export type ArchivedProfile = z.infer<typeof archivedProfile>

/** A line of `data/posts.json`, the oldest first. */
export const archivedPost = z.object({
  id: name,
  text: words,
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  audience: z.enum(POST_AUDIENCES),
  theme: z.object({ date: name, prompt: words }).nullable(),
  pictures: z.array(archivedPicture).max(20),
  likes: z.number().int(),
  comments: z.number().int(),
})
export type ArchivedPost = z.infer<typeof archivedPost>

/** `data/comments.json` */
const archivedComment = z.object({
  text: words,
  createdAt: timestamp,
  /** The beginning of the post, and by whom it is; null where it is not to be seen any more. */
  answers: z.object({ author: name, text: words }).nullable(),
})
export type ArchivedComment = z.infer<typeof archivedComment>

/** `data/messages.json` */
const archivedMessage = z.object({
  /** Null where the space is there no longer. */
  space: name.nullable(),
  text: words,
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
})
export type ArchivedMessage = z.infer<typeof archivedMessage>

/** `data/conversations.json`: what all said in them, one conversation after the other. */
const archivedTalk = z.object({
  /** Its name, or who else is in it. */
  conversation: words,
  /** Null where their account is gone. */
  sender: name.nullable(),
  text: words,
  createdAt: timestamp,
})
export type ArchivedTalk = z.infer<typeof archivedTalk>

/** `data/friends.json` */
const archivedFriend = z.object({ username: name, since: timestamp, isSquad: z.boolean() })
export type ArchivedFriend = z.infer<typeof archivedFriend>

/** `data/notifications.json` */
const archivedNotification = z.object({ text: words, createdAt: timestamp })
export type ArchivedNotification = z.infer<typeof archivedNotification>

/** `data/sign-ins.json`: the devices that are signed in. */
const archivedSignIn = z.object({
  device: words,
  network: name,
  since: timestamp,
  lastUsedAt: timestamp,
})
export type ArchivedSignIn = z.infer<typeof archivedSignIn>

/** `data/settings.json` */
export const archivedSettings = z.object({
  schema: z.literal(ARCHIVE_SCHEMA),
  isPrivate: z.boolean(),
  asksForCode: z.boolean(),
  blocked: z.array(name),
  muted: z.array(name),
})
export type ArchivedSettings = z.infer<typeof archivedSettings>

/**
 * The files of `data/` that are lists, as in `{ "schema": 1, "posts": […] }`, with what a line of each
 * is.
 */
export const ARCHIVED_LISTS = {
  posts: archivedPost,
  comments: archivedComment,
  messages: archivedMessage,
  conversations: archivedTalk,
  friends: archivedFriend,
  notifications: archivedNotification,
  'sign-ins': archivedSignIn,
} as const
export type ArchivedListName = keyof typeof ARCHIVED_LISTS
