import { z } from 'zod'
import { currentUser, username } from './accounts.ts'
import { author } from './author.ts'
import { boundedList } from './bounded-list.ts'
import { NOT_AN_IMAGE } from './image-messages.ts'
import { imagesPage } from './posts.ts'
import { id, isPlainHttps, parsedId, timestamp, typedText } from './text.ts'
import { uploadedImage } from './uploaded-image.ts'

export const ABOUT_ME_MAX = 500
export const VIBING_TO_MAX = 100
const MUSIC_LINK_MAX = 500
export const SQUAD_MAX = 6
export const PHOTO_MAX_BYTES = 15 * 1024 * 1024
export const MUSIC_EMBED_HEIGHT = 80

export const MESSAGES = {
  quietSaved: 'Your choice is saved.',
  quietFailed: 'Failed to save your choice',
  firstStepsHidden: 'The first steps are hidden.',
  firstStepsFailed: 'Failed to hide the first steps',
  loadFailed: 'Failed to load profile',
  userInvalid: 'Invalid user.',
  userNotFound: 'User not found or invalid user data',
  userLoadFailed: 'Failed to load user profile',
  userDataInvalid: 'Unable to load user profile - invalid user data',
  memberMissing: 'There is no such member.',
  friendsFailed: 'Failed to load friends',
  squadFailed: 'Failed to load squad',
  squadSaveFailed: 'Failed to save squad',
  squadFull: 'Squad can have at most 6 members',
  squadDuplicate: 'Friend is already in your squad',
  squadNotFriend: 'Only friends can be in your squad.',
  squadInvalid: 'The squad has to be a list of friends.',
  deleteFailed: 'Failed to delete account.',
  deleteConfirm: 'Are you sure you want to delete your account? This action cannot be undone.',
  privacyLoadFailed: 'Failed to load privacy settings',
  privacyFailed: 'Failed to update privacy settings',
  privacyChanged: (isPrivate: boolean) => `Profile is now ${isPrivate ? 'private' : 'public'}`,
  profileFailed: 'Failed to update profile',
  profileUpdated: 'Profile updated successfully!',
  usernameFailed: 'Failed to update username',
  usernameUpdated: 'Username updated successfully!',
  aboutMeLong: `About Me can have at most ${ABOUT_ME_MAX} characters.`,
  vibingToLong: `Currently Vibing To can have at most ${VIBING_TO_MAX} characters.`,
  petInvalid: 'The pet can be a dog, a cat or neither.',
  musicLinkInvalid: 'Please enter a link that begins with https://',
  photoTooLarge: 'This photo is too large. It can have at most 15 MB.',
  onePhoto: 'A profile has one photo.',
  notAPhoto: NOT_AN_IMAGE,
  musicMissing: 'There is no preview of this link.',
  privacyInvalid: 'Say whether the profile is private.',
} as const

export const squadList = z.array(author)

/** How many of the friends two members share are named. */
export const MUTUAL_FRIENDS_NAMED = 3
const mutualFriends = z.object({ count: z.number().int(), named: z.array(author) })
export type MutualFriends = z.infer<typeof mutualFriends>

/** What a member shows everybody here: the card, never the email. Posts are another matter. */
export const memberProfile = z.object({
  _id: id,
  username: z.string(),
  userNumber: z.number().int(),
  profilePhoto: z.string().nullable(),
  aboutMe: z.string(),
  petPreference: z.enum(['dog', 'cat', '']),
  currentlyVibingTo: z.string(),
  currentlyVibingToSpotify: z.string(),
  isPrivate: z.boolean(),
  squad: squadList,
  createdAt: timestamp,
  isFriend: z.boolean(),
  requestSent: z.boolean(),
  requestReceived: z.boolean(),
  isMuted: z.boolean(),
  /** Null where they are not muted, or for good. */
  mutedUntil: timestamp.nullable(),
  /** Who invited them; null for others than the two and administrators. */
  invitedBy: author.nullable(),
  /** Friends of both; none on the own card. */
  mutualFriends,
  /** The newest of their posts' pictures, as far as the viewer may see the posts. */
  images: imagesPage,
})
export type MemberProfile = z.infer<typeof memberProfile>

export const memberParams = z.object({ id: parsedId })

/** An https address without a name or password in it; anything else is refused. */
const musicLink = z
  .string(MESSAGES.musicLinkInvalid)
  .trim()
  .max(MUSIC_LINK_MAX, MESSAGES.musicLinkInvalid)
  .refine((link) => link === '' || isPlainHttps(link), MESSAGES.musicLinkInvalid)
  // Addresses are read as if these were not there, but they would be kept.
  .refine((link) => !/[\s\p{Cc}\p{Cs}]/u.test(link), MESSAGES.musicLinkInvalid)
  .meta({ description: 'An https address without a name or password in it, or empty.' })

/**
 * The text fields of the multipart form; the photo travels beside them as a file `profilePhoto`.
 */
export const profileFields = z.object({
  aboutMe: typedText(ABOUT_ME_MAX, { long: MESSAGES.aboutMeLong }).optional(),
  petPreference: z.enum(['dog', 'cat', ''], MESSAGES.petInvalid).optional(),
  currentlyVibingTo: typedText(VIBING_TO_MAX, { long: MESSAGES.vibingToLong }).optional(),
  currentlyVibingToSpotify: musicLink.optional(),
})
export type ProfileFields = z.infer<typeof profileFields>

/** The whole form, for the description of the API: its photo is read as it streams in. */
export const profileForm = profileFields.extend({
  profilePhoto: uploadedImage(PHOTO_MAX_BYTES),
})
/** The member's own record as it is now, with what to say of the change. */
export const profileAnswer = currentUser.extend({ msg: z.string(), message: z.string() })

export const usernameBody = z.object({ username })
export const usernameAnswer = z.object({
  msg: z.string(),
  message: z.string(),
  user: currentUser,
})

/**
 * Whether numbers of likes, vibes, comments and members give way to presence, for the member alone.
 */
export const quietNumbersBody = z.object({ isQuiet: z.boolean() })

export const privacyBody = z.object({
  isPrivate: z.boolean(MESSAGES.privacyInvalid),
  /** Of a private profile that becomes public: what was written meanwhile stays with friends. */
  keepEarlier: z.boolean(MESSAGES.privacyInvalid).default(false),
})
export const privacyAnswer = z.object({ isPrivate: z.boolean() })
export const privacyState = privacyAnswer.extend({
  /** How many posts were written since the profile is private, and would turn public with it. */
  earlierPosts: z.number().int(),
})
export type PrivacyState = z.infer<typeof privacyState>

const idText = z.string().max(16)
const friendId = z
  .union([idText, z.object({ _id: idText }).transform(({ _id }) => _id)], MESSAGES.squadNotFriend)
  .refine((text) => parsedId.safeParse(text).success, MESSAGES.squadNotFriend)
  .transform(Number)

/** Ids of friends in order; an entry may also be the friend's object, as the list gives them. */
export const squadBody = z.object({
  squad: boundedList(friendId, SQUAD_MAX, {
    long: MESSAGES.squadFull,
    wrong: MESSAGES.squadInvalid,
  })
    .refine((ids) => new Set(ids).size === ids.length, MESSAGES.squadDuplicate)
    .meta({ description: 'Ids of friends, or the friends as the list of friends gives them.' }),
})

const MUSIC_HOST = 'open.spotify.com'
const MUSIC_KINDS = ['track', 'album', 'playlist', 'episode', 'show'] as const

/** Something on the music service's open site. */
export interface MusicPiece {
  kind: (typeof MUSIC_KINDS)[number]
  id: string
}

/** What a music link leads to, if it is a kind that is recognised; null otherwise. */
export function musicPieceOf(link: string): MusicPiece | null {
  if (!isPlainHttps(link)) return null
  const { host, pathname } = new URL(link)
  if (host !== MUSIC_HOST) return null
  // The site puts a language before the kind for some visitors.
  const segments = pathname.split('/').filter((part) => part && !/^intl-[a-z-]+$/i.test(part))
  const [kind, pieceId] = segments
  const known = MUSIC_KINDS.find((each) => each === kind)
  if (!known || !pieceId || !/^[A-Za-z0-9]{1,64}$/.test(pieceId)) return null
  return { kind: known, id: pieceId }
}

export const musicPageOf = ({ kind, id: pieceId }: MusicPiece) =>
  `https://${MUSIC_HOST}/${kind}/${pieceId}`
export const musicEmbedOf = ({ kind, id: pieceId }: MusicPiece) =>
  `https://${MUSIC_HOST}/embed/${kind}/${pieceId}`

export const musicBody = z.object({ url: z.string(MESSAGES.musicLinkInvalid).max(MUSIC_LINK_MAX) })
/**
 * `artist` and `owner` are empty where the site does not say. `image` is a small `data:` picture
 * made by the server, so that no member's address leaks to a stranger's host; null without one.
 */
export const musicPreview = z.object({
  title: z.string(),
  artist: z.string(),
  owner: z.string(),
  url: z.string(),
  image: z.string().nullable(),
})
export type MusicPreview = z.infer<typeof musicPreview>

export interface Badge {
  kind: 'diamond' | 'star' | 'medal'
  label: string
}

/** The badge of an early member, by place in the order of sign-up; none above 10,000. */
export function badgeOf(userNumber: number): Badge | null {
  if (userNumber < 1) return null
  if (userNumber <= 100) return { kind: 'diamond', label: 'First 100' }
  if (userNumber <= 1_000) return { kind: 'star', label: 'First 1000' }
  if (userNumber <= 10_000) return { kind: 'medal', label: 'First 10000' }
  return null
}
