import { z } from 'zod'
import { boundedList } from './bounded-list.ts'
import { notification } from './notifications.ts'
import { spaceMessage } from './space-messages.ts'
import { id, parsedId } from './text.ts'

// The stream at /api/realtime: what the client says and what the server says, each a JSON object
// with its `type`. The server says only what the member may know at that moment; after a break
// the client asks for what it missed.

export const REALTIME_PATH = '/realtime'
/** The client's heartbeat; the server answers each. */
export const PING_EVERY_MS = 25_000
/** Without any word for so long, each side takes the connection for dead. */
export const SILENCE_MEANS_DEAD_MS = 70_000
/** The first message, with the token, must come within this time. */
export const HELLO_WITHIN_MS = 10_000
/** How long somebody is shown as typing after they last were. */
export const TYPING_SHOWN_MS = 5_000
/** No message of a client is longer than this. */
export const CLIENT_MESSAGE_MAX_BYTES = 16 * 1024

/** Why the server closed the stream; any other end is a broken line, and the client comes back. */
export const CLOSED = {
  /** The token is not, or no longer, valid: refresh it, then come back. */
  unauthorized: 4401,
  /** What the client said cannot be right. */
  unreadable: 4400,
  /** What is to be heard comes faster than it is taken. */
  tooSlow: 4408,
  /** More connections or messages than anybody needs: come back after a while. */
  tooMany: 4429,
  /** The server may have missed something itself: come back, and ask for what happened since. */
  comeBack: 1012,
} as const

const feed = z.enum(['friends', 'public'])

/** Whose chats a member may have on screen, in all tabs together. */
export const SHOWN_SPACES_MAX = 20

/** Ms since what is on screen was asked for, or the last was heard: asks whether any was missed. */
const heardMsAgo = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()

export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().max(2_000), heardMsAgo }),
  z.object({ type: z.literal('ping') }),
  /** Which feed is on screen: only then is its `new_posts` sent. */
  z.object({ type: z.literal('watch_feed'), feed: feed.nullable(), heardMsAgo }),
  /** Whose chats are on screen, all of them: there the member is shown as being here. */
  z.object({
    type: z.literal('be_in_spaces'),
    spaceIds: boundedList(parsedId, SHOWN_SPACES_MAX, { long: 'These are too many.' }),
  }),
  z.object({ type: z.literal('typing'), spaceId: parsedId }),
])
export type ClientMessage = z.input<typeof clientMessage>
/** The same as the server reads it. */
export type ReceivedMessage = z.output<typeof clientMessage>

export const serverEvent = z.discriminatedUnion('type', [
  /**
   * The token was good: all is heard from now on. `isMissed`, if asked: some may have been missed.
   */
  z.object({
    type: z.literal('ready'),
    unreadCount: z.number().int(),
    /** In how many conversations there is something new; a server that is older does not say. */
    unreadConversations: z.number().int().optional(),
    isMissed: z.boolean().optional(),
  }),
  /** The same for a feed, to a `watch_feed` that said since when. */
  z.object({ type: z.literal('feed_watched'), feed, isMissed: z.boolean() }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('notification'), notification }),
  z.object({ type: z.literal('unread_count'), count: z.number().int() }),
  /** A request or a friendship with this member came, changed or went. */
  z.object({ type: z.literal('friends_changed'), memberId: id }),
  /** The member's own record was changed, here or elsewhere. */
  z.object({ type: z.literal('account_changed') }),
  z.object({ type: z.literal('community_changed') }),
  z.object({ type: z.literal('new_posts'), feed }),
  /** What a post or a comment under it says is otherwise now. */
  z.object({ type: z.literal('post_changed'), postId: id }),
  z.object({ type: z.literal('message_created'), spaceId: id, message: spaceMessage }),
  /** Edited, reacted to, or deleted (then it says so itself). */
  z.object({ type: z.literal('message_changed'), spaceId: id, message: spaceMessage }),
  z.object({ type: z.literal('typing'), spaceId: id, userId: id, username: z.string() }),
  /** Who is in this chat now. */
  z.object({ type: z.literal('presence'), spaceId: id, userIds: z.array(id) }),
  z.object({ type: z.literal('space_changed'), spaceId: id }),
  z.object({ type: z.literal('mute_changed'), spaceId: id }),
  /** The member has read a space up to this place in its order, here or elsewhere. */
  z.object({ type: z.literal('space_read'), spaceId: id, seq: z.number().int() }),
  /** The member is in this space no longer, or the space is no more. */
  z.object({ type: z.literal('space_left'), spaceId: id }),
  /** A conversation of the member came or went, or something in it is new; or they read it. */
  z.object({ type: z.literal('conversation_changed'), spaceId: id }),
  /** Requests to join: for the space's admin and for who asked. */
  z.object({ type: z.literal('join_requests_changed'), spaceId: id }),
])
export type ServerEvent = z.infer<typeof serverEvent>
