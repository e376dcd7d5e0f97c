import { z } from 'zod'
import { author } from './author.ts'
import { withCommas } from './number-format.ts'
import { parsedId } from './text.ts'

export const PEOPLE_PAGE_SIZE = 20
const PEOPLE_PAGE_SIZE_MAX = 50
const PEOPLE_PAGE_MAX = 10_000
export const SEARCH_MAX = 100
/** A list of friends is given whole up to here; it is longer than anybody's. */
export const FRIENDS_MAX = 5_000
/** Requests shown at once, the newest first; answering one makes room for the next. */
export const REQUESTS_SHOWN_MAX = 200

export const MESSAGES = {
  friendsFailed: 'Failed to load friends',
  usersFailed: 'Failed to load users',
  requestsFailed: 'Failed to load friend requests',
  sendFailed: 'Failed to send friend request',
  acceptFailed: 'Failed to accept friend request',
  rejectFailed: 'Failed to reject friend request',
  removeFailed: 'Failed to remove friend',
  withdrawFailed: 'Failed to cancel friend request',
  sent: 'Friend request sent!',
  friendsNow: 'You are friends now!',
  rejected: 'The request is declined.',
  removed: 'You are no longer friends.',
  withdrawn: 'The request is cancelled.',
  removeConfirm: (username: string) => `Remove ${username} from your friends?`,
  oneself: 'You cannot send a friend request to yourself.',
  alreadyFriends: 'You are friends already.',
  alreadySent: 'You have already sent a friend request.',
  requestMissing: 'This friend request is not there any more.',
  notFriends: 'You are not friends.',
  accepted: (username: string) => `${username} accepted your friend request`,
  tooManyFriends: `A member can have at most ${withCommas(FRIENDS_MAX)} friends.`,
  searchLong: `Please search with at most ${SEARCH_MAX} characters.`,
  pageInvalid: 'This page is not there.',
} as const

export const person = author.extend({ aboutMe: z.string() })
export type Person = z.infer<typeof person>

/** Somebody in Discover, with how they stand to the viewer. */
export const discoveredPerson = person.extend({
  isFriend: z.boolean(),
  friendRequestSent: z.boolean(),
  friendRequestReceived: z.boolean(),
})
export type DiscoveredPerson = z.infer<typeof discoveredPerson>

export const friendList = z.array(person)
export const requestList = z.array(person)
/**
 * Newest members first. With `q`, whom every word of it finds (`search.ts`): whose username begins
 * so, by username, then whose username has a further word that does, then whose bio has one.
 */
export const discoverList = z.array(discoveredPerson)
/** How many stand behind each tab. `discover`: all other members. */
export const peopleCounts = z.object({
  friends: z.number().int(),
  requests: z.number().int(),
  discover: z.number().int(),
})
export type PeopleCounts = z.infer<typeof peopleCounts>

const searchText = z
  .string(MESSAGES.searchLong)
  .trim()
  .max(SEARCH_MAX, MESSAGES.searchLong)
  .default('')

export const discoverQuery = z.object({
  page: z.coerce
    .number(MESSAGES.pageInvalid)
    .int(MESSAGES.pageInvalid)
    .min(1, MESSAGES.pageInvalid)
    .max(PEOPLE_PAGE_MAX, MESSAGES.pageInvalid)
    .default(1),
  limit: z.coerce
    .number(MESSAGES.pageInvalid)
    .int(MESSAGES.pageInvalid)
    .min(1, MESSAGES.pageInvalid)
    .max(PEOPLE_PAGE_SIZE_MAX, MESSAGES.pageInvalid)
    .default(PEOPLE_PAGE_SIZE),
  q: searchText,
})
export const searchQuery = z.object({ q: searchText })

/** The id is the other member's, in every call about a friend or a request. */
export const otherMemberParams = z.object({ id: parsedId })
