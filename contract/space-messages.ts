import { z } from 'zod'
import { author } from './author.ts'
import { linkCard } from './link-card.ts'
import { mentions } from './mentions.ts'
import { postImage } from './posts.ts'
import { vibeBody } from './reactions.ts'
import { MESSAGES } from './spaces.ts'
import { id, parsedId, timestamp } from './text.ts'

export const MESSAGES_PAGE_SIZE = 50
export const MESSAGES_CAUGHT_UP = 200
export const MESSAGE_REACTIONS_SHOWN_MAX = 200
/**
 * So many at most before a message that is asked for with what stands around it; and from it on.
 */
export const MESSAGES_AROUND = 25
/** In one room. */
export const PINS_MAX = 10
export const QUOTED_LINE_MAX = 160
const SEQ_MAX = 2 ** 31 - 1

/**
 * What a message answers, as it is now: a line of it, which is empty where it is deleted. Nothing
 * but that there is something where it is older than what the viewer may read (`_id` is null).
 */
const quotedMessage = z.object({
  _id: id.nullable(),
  changeSeq: z.number().int(),
  user: author.nullable(),
  content: z.string(),
  isDeleted: z.boolean(),
})
export type QuotedMessage = z.infer<typeof quotedMessage>

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
  /** How often its words were changed. */
  revision: z.number().int(),
  isDeleted: z.boolean(),
  /** Always at hand in the room, for everybody in it. */
  isPinned: z.boolean(),
  /** Whom `user` took into the conversation: then the message says that and has no content. */
  added: author.nullable(),
  replyTo: quotedMessage.nullable(),
  /** The post that it shares, which is to be asked for: not everybody may see it any more. */
  postId: id.nullable(),
  /** Null where the text has no link, or where it leads says nothing. */
  link: linkCard.nullable(),
  /**
   * Its pictures, in their order. Addresses are each viewer's own, so in events, which are the same
   * for everybody, their `sources` are empty: who hears of them asks for the message.
   */
  images: z.array(postImage),
  /**
   * One for each emoji of each member, oldest first; cut to the newest, the viewer's own kept in. The
   * name is empty of who is suspended.
   */
  reactions: z.array(z.object({ emoji: z.string(), user: id, username: z.string() })),
  /** What the sender's client called it before it had an id; only for the sender, not in events. */
  clientId: z.string().nullable(),
})
export type SpaceMessage = z.infer<typeof spaceMessage>

/**
 * Oldest first: the newest page, with `before` the page just before that message, with `from` the
 * page from it on, and with `around` up to `MESSAGES_AROUND` before it and as many from it on.
 */
export const messageList = z.array(spaceMessage)
/**
 * With `after` instead: every message whose `changeSeq` is higher, as it is now, in the order of
 * `changeSeq`. At most `MESSAGES_CAUGHT_UP`: a client that gets as many asks again after the last.
 */
export const messagesQuery = z.object({
  before: parsedId.optional(),
  from: parsedId.optional(),
  around: parsedId.optional(),
  after: z.coerce
    .number(MESSAGES.pageInvalid)
    .int(MESSAGES.pageInvalid)
    .min(0, MESSAGES.pageInvalid)
    .max(SEQ_MAX, MESSAGES.pageInvalid)
    .optional(),
})
/** What stands in a line where a message has no words: its pictures, or the post that it shares. */
export function wordlessLine(imageCount: number): string {
  if (imageCount === 0) return MESSAGES.sharedPost
  return imageCount === 1 ? 'Photo' : `${imageCount} photos`
}

export const messageParams = z.object({ spaceId: parsedId, messageId: parsedId })
export const reactionBody = vibeBody

/** How far the viewer has read: it only ever moves forward, and never past the last number. */
export const readBody = z.object({
  seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export const readMark = z.object({ lastReadSeq: z.number().int() })

/** So many of whom gave one reaction are named. */
export const REACTORS_MAX = 50
export const reactorsQuery = z.object({ emoji: vibeBody.shape.emoji })
/**
 * The last who gave it first. `others`: how many more did, those among them whom a block keeps
 * apart.
 */
export const reactorList = z.object({ people: z.array(author), others: z.number().int() })
export type ReactorList = z.infer<typeof reactorList>
