import { z } from 'zod'
import { author } from './author.ts'
import { boundedList } from './bounded-list.ts'
import { roomMute } from './room-mute.ts'
import { lastMessage } from './space-summaries.ts'
import { id, isOneLine, parsedId, typedText } from './text.ts'

export const CONVERSATION_MEMBERS_MAX = 10
export const CONVERSATIONS_PAGE_SIZE = 20
export const CONVERSATION_TITLE_MAX = 50
/** Requests of one member that nobody accepted yet, by day. */
export const REQUESTS_A_DAY = 5

export const MESSAGES = {
  missing: 'This conversation is not there any more.',
  nobody: 'Please choose somebody to write to.',
  tooMany: `A conversation has room for at most ${CONVERSATION_MEMBERS_MAX} people.`,
  cannotWrite: 'You can’t write to each other.',
  asked: 'Your message waits until it is accepted.',
  wordsFirst: 'You can send pictures once your message is accepted.',
  acceptFirst: 'Accept the request to answer.',
  notTaking: 'Only their friends can write to them.',
  takesNobody: 'They take no new conversations.',
  friendsOnly: 'Only friends can be in a conversation of several.',
  notTogether: 'These people cannot be in one conversation.',
  alreadyIn: 'They are in the conversation already.',
  requestsSpent: `You can send at most ${REQUESTS_A_DAY} requests a day. Please try again tomorrow.`,
  staysWithTwo: 'A conversation of two cannot be left.',
  onlyGroups: 'A conversation of two has no title and stays with the two.',
  titleLong: `A title can have at most ${CONVERSATION_TITLE_MAX} characters.`,
  titleInvisible: 'A title is one line of characters that can be seen.',
  left: 'You left the conversation.',
  dismissed: 'The request is hidden.',
  policyInvalid: 'Please choose who can write to you.',
  /** What a removed message was said in, as its sender is told. */
  place: 'a conversation',
} as const

/** Who can begin a conversation: friends, and who shares a space may knock; friends; nobody. */
export const MESSAGE_POLICIES = ['knock', 'friends', 'nobody'] as const
export type MessagePolicy = (typeof MESSAGE_POLICIES)[number]
export const conversationSettings = z.object({
  from: z.enum(MESSAGE_POLICIES, MESSAGES.policyInvalid),
})
export type ConversationSettings = z.infer<typeof conversationSettings>

/** The viewer may write; send one request; waits; may accept or hide another's; only reads. */
const CONVERSATION_STATES = ['open', 'may_ask', 'asked', 'request', 'closed'] as const
export type ConversationState = (typeof CONVERSATION_STATES)[number]

/** Its messages are those of the space with its id: `/spaces/{id}/messages`. */
export const conversation = z.object({
  _id: id,
  /** Of two, for good; others are groups. */
  isPair: z.boolean(),
  /** A group's own; empty where it has none. */
  title: z.string(),
  /** The others in it, the longest-standing first; nobody where the other's account is gone. */
  people: z.array(author),
  state: z.enum(CONVERSATION_STATES),
  /** Somebody else said something the viewer has not seen; never while they muted it. */
  isUnread: z.boolean(),
  mute: roomMute,
  lastMessage,
  lastReadSeq: z.number().int(),
  lastSeq: z.number().int(),
})
export type Conversation = z.infer<typeof conversation>

/** The last active first. `hasRequests`: somebody asks to write to the viewer. */
export const conversationPage = z.object({
  conversations: z.array(conversation),
  hasMore: z.boolean(),
  hasRequests: z.boolean(),
})
export type ConversationPage = z.infer<typeof conversationPage>
/** `before`: the id of the last one known. `requests`: those of others that wait for the viewer. */
export const conversationsQuery = z.object({
  before: parsedId.optional(),
  box: z.enum(['conversations', 'requests']).default('conversations'),
})

/** How many have something the viewer has not seen; requests are not counted. */
export const conversationCount = z.object({ unread: z.number().int() })

export const newConversationBody = z.object({
  userIds: boundedList(parsedId, CONVERSATION_MEMBERS_MAX - 1, { long: MESSAGES.tooMany }).refine(
    (ids) => ids.length > 0,
    MESSAGES.nobody,
  ),
})
export const conversationParams = z.object({ id: parsedId })
export const conversationTitleBody = z.object({
  title: typedText(CONVERSATION_TITLE_MAX, { long: MESSAGES.titleLong }).refine(
    (title) => title === '' || isOneLine(title),
    MESSAGES.titleInvisible,
  ),
})
export const conversationMemberBody = z.object({ userId: parsedId })
