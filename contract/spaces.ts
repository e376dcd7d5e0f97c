import { z } from 'zod'
import { author } from './author.ts'
import { boundedList } from './bounded-list.ts'
import { withCommas } from './number-format.ts'
import { roomMute } from './room-mute.ts'
import { id, isPlainHttps, parsedId, timestamp, typedText } from './text.ts'

export const SPACES_PAGE_SIZE = 10
const SPACES_PAGE_SIZE_MAX = 50
const SPACES_PAGE_MAX = 10_000
export const SPACE_NAME_MAX = 50
export const SPACE_DESCRIPTION_MAX = 200
export const JOIN_MESSAGE_MAX = 200
export const SPACE_MEMBERS_MAX = 100
export const SPACE_MEMBERS_DEFAULT = 50
export const SOUND_VOLUME_DEFAULT = 0.5
export const TAG_MAX = 30
export const TAGS_MAX = 10
/** With empty ones and those that are there twice, which are left out. */
const TAGS_SENT_MAX = 50
export const MESSAGE_MAX = 2_000
/** Unread messages and waiting requests are counted up to here. */
export const COUNTED_MAX = 100
const TITLE_MAX = 100
/** As signed addresses of pictures are long. */
const URL_MAX = 2_000
export const SEARCH_MAX = 100

export const MESSAGES = {
  deleteFailed: 'Error deleting space',
  joinFailed: 'Error joining space',
  leaveFailed: 'Error leaving space',
  sendFailed: 'Error sending message',
  createFailed: 'Error creating space',
  updateFailed: 'Error updating space',
  requestFailed: 'Error sending join request',
  approveFailed: 'Error approving request',
  denyFailed: 'Error denying request',
  cancelFailed: 'Error cancelling request',
  removeFailed: 'Error removing member',
  handOverFailed: 'Error handing over space',
  editMessageFailed: 'Error editing message',
  deleteMessageFailed: 'Error deleting message',
  reactFailed: 'Error adding reaction',
  pinFailed: 'Error pinning message',
  reactorsFailed: 'Who reacted could not be loaded.',
  searchFailed: 'The messages could not be searched.',
  searchHint: 'Finds what was said here by the beginnings of its words.',
  nothingFound: 'Nothing like that was said here.',
  pinsFailed: 'The pinned messages could not be loaded.',
  noPins: 'Nothing is pinned yet.',
  unpinFailed: 'Error unpinning message',
  soundFailed: 'Error playing sound',
  soundsAtOnce: 'Other sounds are still on their way to you. Please wait for them.',
  soundMissing: 'This sound cannot be played here.',
  requestSent: 'Join request sent successfully!',
  approved: 'Join request approved!',
  denied: 'Join request denied.',
  noneFound: 'No spaces found',
  noneJoined: "You haven't joined any spaces yet",
  noMessages: 'No messages yet. Start the conversation!',
  noRequests: 'No pending join requests',
  deleteConfirm: 'Are you sure you want to delete this space? This action cannot be undone.',
  nameMissing: 'Please give the space a name.',
  nameLong: `A name can have at most ${SPACE_NAME_MAX} characters.`,
  descriptionMissing: 'Please describe the space.',
  descriptionLong: `A description can have at most ${SPACE_DESCRIPTION_MAX} characters.`,
  colorInvalid: 'A colour is written as #rrggbb.',
  membersInvalid: `A space has room for 1 to ${SPACE_MEMBERS_MAX} members.`,
  membersBelowCount: 'More members than that are in the space already.',
  urlInvalid: 'Please enter an address that begins with https://',
  volumeInvalid: 'The volume is a number from 0 to 1.',
  tagLong: `A tag can have at most ${TAG_MAX} characters.`,
  tagsMany: `A space can have at most ${TAGS_MAX} tags.`,
  titleLong: `This can have at most ${TITLE_MAX} characters.`,
  vibeInvalid: 'Please choose one of the vibes.',
  joinMessageLong: `The message can have at most ${JOIN_MESSAGE_MAX} characters.`,
  messageMissing: 'Please write something.',
  messageLong: `A message can have at most ${withCommas(MESSAGE_MAX)} characters.`,
  searchLong: 'That is too long to search for.',
  pageInvalid: 'This page is not there.',
  spaceMissing: 'This space is not there any more.',
  sharedPost: 'Shared a post',
  imageMissing: 'Please add a picture.',
  imagesMany: 'A message can have at most 4 pictures.',
  imagesTooLarge: 'These images are too large together. A message can take 40 MB.',
  messageMissingHere: 'This message is not there any more.',
  requestMissing: 'This join request is not there any more.',
  full: 'This space is full.',
  isPrivate: 'This space is private. Please send a join request.',
  isPublic: 'This space is open to everybody: you can join at once.',
  membersOnly: 'Only members of this space can do that.',
  adminOnly: 'Only the admin of this space can do that.',
  notYourRequest: 'Only who sent a join request can take it back.',
  withdrawn: 'Your join request is taken back.',
  notYourMessage: 'Only who wrote a message can change it.',
  pinsFull: 'Ten messages are pinned already. Unpin one of them first.',
  adminCannotLeave: 'The admin cannot leave. Delete the space or hand it over first.',
  alreadyMember: 'You are in this space already.',
  alreadyAsked: 'Your request is waiting for an answer.',
  askLater: 'Your request was denied. You can ask again a day later.',
  notMember: 'This person is not in the space.',
  alreadyAnswered: 'This join request was answered already.',
  deleted: 'The space is deleted.',
  left: 'You left the space.',
  removed: 'This person is not in the space any more.',
  handedOver: 'The space is handed over.',
  messageDeleted: 'The message is deleted.',
  wasApproved: (name: string) => `Your request to join ${name} was approved`,
  wasDenied: (name: string) => `Your request to join ${name} was denied`,
  wasOpened: (name: string) =>
    `${name} is public now. What was written before stays with those who were members`,
  passedToYou: (name: string) => `You are the admin of ${name} now`,
} as const

export const VIBES = {
  chill: { label: 'Chill', emoji: '😌' },
  energetic: { label: 'Energetic', emoji: '⚡' },
  creative: { label: 'Creative', emoji: '🎨' },
  focused: { label: 'Focused', emoji: '🎯' },
  social: { label: 'Social', emoji: '🎉' },
  reflective: { label: 'Reflective', emoji: '🌙' },
  playful: { label: 'Playful', emoji: '🎈' },
  serene: { label: 'Serene', emoji: '🌿' },
} as const
export type SpaceVibe = keyof typeof VIBES
export const SPACE_VIBES = Object.keys(VIBES) as [SpaceVibe, ...SpaceVibe[]]
export const DEFAULT_VIBE: SpaceVibe = 'chill'

export const DEFAULT_PALETTE = {
  primary: '#0ea5e9',
  secondary: '#f59e0b',
  accent: '#ec4899',
  background: '#f0f9ff',
  text: '#1e293b',
} as const

const color = z.string(MESSAGES.colorInvalid).regex(/^#[0-9a-fA-F]{6}$/, MESSAGES.colorInvalid)
export const colorPalette = z.object({
  primary: color.default(DEFAULT_PALETTE.primary),
  secondary: color.default(DEFAULT_PALETTE.secondary),
  accent: color.default(DEFAULT_PALETTE.accent),
  background: color.default(DEFAULT_PALETTE.background),
  text: color.default(DEFAULT_PALETTE.text),
})
export type ColorPalette = z.infer<typeof colorPalette>

/** An https address without a name or password in it, or nothing. */
const httpsUrl = z
  .string(MESSAGES.urlInvalid)
  .trim()
  .max(URL_MAX, MESSAGES.urlInvalid)
  .refine((url) => !/[\s\p{Cc}]/u.test(url) && url.isWellFormed(), MESSAGES.urlInvalid)
  .refine((url) => url === '' || isPlainHttps(url), MESSAGES.urlInvalid)
  .meta({ description: 'An https address without a name or password in it, or empty.' })

const title = typedText(TITLE_MAX, { long: MESSAGES.titleLong })

const soundBody = z.object({
  url: httpsUrl.default(''),
  name: title.default(''),
  volume: z
    .number(MESSAGES.volumeInvalid)
    .min(0, MESSAGES.volumeInvalid)
    .max(1, MESSAGES.volumeInvalid)
    .default(SOUND_VOLUME_DEFAULT),
})
const pinnedArtBody = z.object({
  url: httpsUrl.default(''),
  title: title.default(''),
  artist: title.default(''),
})

export const spaceBody = z.object({
  name: typedText(SPACE_NAME_MAX, { blank: MESSAGES.nameMissing, long: MESSAGES.nameLong }),
  description: typedText(SPACE_DESCRIPTION_MAX, {
    blank: MESSAGES.descriptionMissing,
    long: MESSAGES.descriptionLong,
  }),
  colorPalette: colorPalette.default(DEFAULT_PALETTE),
  sound: soundBody.default({ url: '', name: '', volume: SOUND_VOLUME_DEFAULT }),
  pinnedArt: pinnedArtBody.default({ url: '', title: '', artist: '' }),
  isPrivate: z.boolean().default(false),
  maxMembers: z
    .number(MESSAGES.membersInvalid)
    .int(MESSAGES.membersInvalid)
    .min(1, MESSAGES.membersInvalid)
    .max(SPACE_MEMBERS_MAX, MESSAGES.membersInvalid)
    .default(SPACE_MEMBERS_DEFAULT),
  tags: boundedList(typedText(TAG_MAX, { long: MESSAGES.tagLong }), TAGS_SENT_MAX, {
    long: MESSAGES.tagsMany,
  })
    .transform((tags) => [...new Set(tags.filter((tag) => tag !== ''))])
    .refine((tags) => tags.length <= TAGS_MAX, MESSAGES.tagsMany)
    .meta({
      maxItems: TAGS_MAX,
      description: 'Counted without empty ones and those that are there twice, which are left out.',
    })
    .default([]),
  vibe: z.enum(SPACE_VIBES, MESSAGES.vibeInvalid).default(DEFAULT_VIBE),
})
export type SpaceBody = z.infer<typeof spaceBody>

/** The same to change one, but that what says nothing of it does not open a private space. */
export const spaceChangeBody = spaceBody.extend({ isPrivate: z.boolean().optional() })
export type SpaceChangeBody = z.infer<typeof spaceChangeBody>

/** For who is not in a private one, or is banned, `members`, `sound`, `pinnedArt` are empty. */
export const space = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  colorPalette,
  sound: z.object({ url: z.string(), name: z.string(), volume: z.number() }),
  /** `image`: our own copy of the picture, as a signed address; null while there is none. */
  pinnedArt: z.object({
    url: z.string(),
    title: z.string(),
    artist: z.string(),
    image: z.string().nullable(),
  }),
  isPrivate: z.boolean(),
  maxMembers: z.number().int(),
  tags: z.array(z.string()),
  vibe: z.enum(SPACE_VIBES),
  admin: author,
  members: z.array(author),
  memberCount: z.number().int(),
  createdAt: timestamp,
  isMember: z.boolean(),
  isAdmin: z.boolean(),
  requestPending: z.boolean(),
  /** The admin invited the viewer, who can join though it is private. */
  isInvited: z.boolean(),
  /** Another member did: the viewer's request to join says who. */
  isInvitedByMember: z.boolean(),
  /** When a denied viewer may ask again. */
  askAgainAt: timestamp.nullable(),
  /** Why the viewer is banned from it; null for who is not. */
  banReason: z.string().nullable(),
  /** Requests waiting for the viewer, who is the admin; 0 for others. At most `COUNTED_MAX`. */
  pendingRequests: z.number().int(),
  /** Others' unseen messages, at most `COUNTED_MAX`; 0 for who is no member, and while muted. */
  unreadCount: z.number().int(),
  mute: roomMute,
  /**
   * How far the viewer has read, and the last number given to a message or to a change of one: a
   * client that knows less asks for `?after`. Both 0 for who is not a member.
   */
  lastReadSeq: z.number().int(),
  lastSeq: z.number().int(),
})
export type Space = z.infer<typeof space>

const pageNumber = z.coerce
  .number(MESSAGES.pageInvalid)
  .int(MESSAGES.pageInvalid)
  .min(1, MESSAGES.pageInvalid)
export const spacesQuery = z.object({
  page: pageNumber.max(SPACES_PAGE_MAX, MESSAGES.pageInvalid).default(1),
  limit: pageNumber.max(SPACES_PAGE_SIZE_MAX, MESSAGES.pageInvalid).default(SPACES_PAGE_SIZE),
  search: typedText(SEARCH_MAX, { long: MESSAGES.searchLong }).default(''),
  vibe: z.enum(['', ...SPACE_VIBES], MESSAGES.vibeInvalid).default(''),
})
export const spacePage = z.object({
  spaces: z.array(space),
  page: z.number().int(),
  totalPages: z.number().int(),
})
export type SpacePage = z.infer<typeof spacePage>
export const spaceList = z.array(space)
export const spaceParams = z.object({ id: parsedId })
export const spaceMemberParams = z.object({ id: parsedId, userId: parsedId })
export const transferBody = z.object({ userId: parsedId })
