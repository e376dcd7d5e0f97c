import { z } from 'zod'
import { author } from './author.ts'
import { mentions } from './mentions.ts'
import { vibeBody } from './reactions.ts'
import { MESSAGE_MAX, MESSAGES } from './spaces.ts'
import { id, parsedId, timestamp, typedText } from './text.ts'

export const MESSAGES_PAGE_SIZE = 50
export const MESSAGES_CAUGHT_UP = 200
export const MESSAGE_REACTIONS_SHOWN_MAX = 200
const SEQ_MAX = 2 ** 31 - 1

/**
 * One message. Every space has one counter; each message made and each change of one (edit,
 * reaction, deletion) takes its next number. `seq` is the number the message was made with and
 * orders the messages; between two of them numbers may have gone to changes. `changeSeq` is the
 * number of its latest change, or `seq` while there is none. A deleted message stays as a mark with
 * no content, which `?after` tells and the pages leave out.
 */
export const spaceMessage = z.object({
  _id: id,
  seq: z.number().int(),
  changeSeq: z.number().int(),
  /** Null when the sender's account is gone; then the message is deleted, too. */
  user: author.nullable(),
  /** Mentions in it are `@name`. */
  content: z.string(),
  mentions,
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  isDeleted: z.boolean(),
  /** Whom `user` took into the conversation: then the message says that and has no content. */
  added: author.nullable(),
  /** One for each emoji of each member, oldest first; cut to the newest, the viewer's own kept in. */
  reactions: z.array(z.object({ emoji: z.string(), user: id, username: z.string() })),
  /**
   * What the sender's client called it before it had an id. For the sender alone, and not in events:
   * they are the same for everybody.
   */
  clientId: z.string().nullable(),
})
export type SpaceMessage = z.infer<typeof spaceMessage>

/** Oldest first: the newest page, or with `before` the page just before that message. */
export const messageList = z.array(spaceMessage)
/**
 * With `after` instead: every message whose `changeSeq` is higher, as it is now, in the order of
 * `changeSeq`. At most `MESSAGES_CAUGHT_UP`: a client that gets as many asks again after the last.
 */
export const messagesQuery = z.object({
  before: parsedId.optional(),
  after: z.coerce
    .number(MESSAGES.pageInvalid)
    .int(MESSAGES.pageInvalid)
    .min(0, MESSAGES.pageInvalid)
    .max(SEQ_MAX, MESSAGES.pageInvalid)
    .optional(),
})
export const messageBody = z.object({
  content: typedText(MESSAGE_MAX, { blank: MESSAGES.messageMissing, long: MESSAGES.messageLong }),
})
export const newMessageBody = messageBody.extend({
  clientId: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/)
    .optional(),
})
export const messageParams = z.object({ spaceId: parsedId, messageId: parsedId })
export const reactionBody = vibeBody

/** How far the viewer has read: it only ever moves forward, and never past the last number. */
export const readBody = z.object({
  seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export const readMark = z.object({ lastReadSeq: z.number().int() })
