import { z } from 'zod'
import { EMAIL_MAX } from './accounts.ts'
import { MESSAGE_POLICIES } from './conversations.ts'
import { POST_AUDIENCES } from './posts.ts'
import { timestamp } from './text.ts'

// What stands in `data/` of an archive: read by whoever moves to another Snug, or to something
// else. A field may be added within a schema; one that is taken away or means something else makes
// the next.

export const ARCHIVE_SCHEMA = 1

const imageFile = z
  .string()
  .regex(/^pictures\/[0-9a-f-]{36}\.webp$/)
  .meta({ description: 'A file of the archive. Its name tells nothing but which picture it is.' })
const words = z.string().max(100_000)
const name = z.string().max(200)

const archivedImage = z.object({
  file: imageFile,
  width: z.number().int(),
  height: z.number().int(),
  alt: words,
})
export type ArchivedImage = z.infer<typeof archivedImage>

export const archivedProfile = z.object({
  schema: z.literal(ARCHIVE_SCHEMA),
  from: z
    .object({ name, url: z.string().max(2_000) })
    .meta({ description: 'The server, as it is called and where it is.' }),
  madeAt: timestamp,
  username: name,
  email: z.string().max(EMAIL_MAX),
  memberNumber: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Which member this was, from 1, on that server.' }),
  joinedAt: timestamp,
  aboutMe: words,
  pet: name,
  music: words,
  musicLink: words,
  photo: archivedImage.nullable(),
  isPrivate: z.boolean(),
  /** How much there is in the other files. */
  counts: z.object({
    posts: z.number().int(),
    images: z.number().int(),
    comments: z.number().int(),
    messages: z.number().int(),
  }),
})
export type ArchivedProfile = z.infer<typeof archivedProfile>

/** A line of `data/posts.json`, the oldest first. */
export const archivedPost = z.object({
  id: name.meta({
    description:
      'The id of the post where it was made: digits that sort by time. It names the post in this archive alone: whoever reads it gives ids of their own.',
  }),
  text: words,
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  importedFrom: name.nullable().default(null).meta({
    description: 'The server in whose archive it came there; null where it was written there.',
  }),
  audience: z.enum(POST_AUDIENCES).meta({
    description: 'profile: whoever saw the profile; friends; squad: a few of them.',
  }),
  theme: z.object({ date: name, prompt: words }).nullable(),
  images: z.array(archivedImage).max(20),
  likes: z.number().int(),
  comments: z.number().int(),
})
export type ArchivedPost = z.infer<typeof archivedPost>

const archivedComment = z.object({
  text: words,
  createdAt: timestamp,
  answers: z.object({ author: name, text: words }).nullable().meta({
    description:
      'The beginning of the comment it replies to, or else of the post, and by whom that is; null where neither is to be seen any more.',
  }),
})
export type ArchivedComment = z.infer<typeof archivedComment>

const archivedMessage = z.object({
  /** Null where the space is there no longer. */
  space: name.nullable(),
  text: words,
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  images: z.array(archivedImage).max(20),
})
export type ArchivedMessage = z.infer<typeof archivedMessage>

/** `data/conversations.json`: what all said in them, one conversation after the other. */
const archivedTalk = z.object({
  conversation: words,
  /** Null where their account is gone. */
  sender: name.nullable(),
  /** After the words how many pictures came with them; the owner's own lie with their messages. */
  text: words,
  createdAt: timestamp,
})
export type ArchivedTalk = z.infer<typeof archivedTalk>

export const archivedFriend = z.object({ username: name, since: timestamp, isSquad: z.boolean() })
export type ArchivedFriend = z.infer<typeof archivedFriend>

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

export const archivedSettings = z.object({
  schema: z.literal(ARCHIVE_SCHEMA),
  isPrivate: z.boolean(),
  asksForCode: z.boolean(),
  blocked: z.array(name),
  muted: z.array(name),
  messagePolicy: z.enum(MESSAGE_POLICIES).optional().meta({
    description:
      'Who can begin to write to them: friends, and people of their spaces once (knock); friends; nobody.',
  }),
  quietNumbers: z.boolean().nullable().optional().meta({
    description: 'Whether presence is shown in the place of numbers; null where they never chose.',
  }),
  appeal: z
    .object({
      text: words,
      createdAt: timestamp,
      answer: words.meta({ description: 'Empty while there is none.' }),
    })
    .nullable()
    .optional()
    .meta({ description: 'What they wrote to the administrators about their suspension.' }),
})
export type ArchivedSettings = z.infer<typeof archivedSettings>

/** The files of `data/` that are lists, as in `{ "schema": 1, "posts": […] }`. */
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

/**
 * What stands in `data/`, by the file's name, as JSON Schema: `docs/archive-schema.json` is made of
 * it.
 */
export function archiveSchema() {
  const lists = Object.entries(ARCHIVED_LISTS).map(([name, line]) => {
    const file = z.object({ schema: z.literal(ARCHIVE_SCHEMA), [name]: z.array(line) })
    return [`${name}.json`, file] as const
  })
  const files = [
    ['profile.json', archivedProfile],
    ['settings.json', archivedSettings],
    ...lists,
  ] as const
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `The files in data/ of a Snug archive, schema ${ARCHIVE_SCHEMA}`,
    $defs: Object.fromEntries(files.map(([name, file]) => [name, schemaOf(file)])),
  }
}

/** As whoever reads it takes it: what is not named here may come later. */
function schemaOf(file: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(file, { io: 'input', metadata: OWN_WORDS })
  return schema
}

/**
 * The words of the contract alone: where the API is described, its parts have names and words, too.
 */
class OwnWords extends z.core.$ZodRegistry<{ description?: string }> {
  override get(schema: z.core.$ZodType) {
    const { id, ...words } = z.globalRegistry.get(schema as z.ZodType) ?? {}
    return (id === undefined ? words : undefined) as never
  }
}
const OWN_WORDS = new OwnWords()
