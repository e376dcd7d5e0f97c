import { z } from 'zod'
import { author } from './author.ts'
import { postImage } from './posts.ts'
import { UNDOABLE_KINDS } from './removal.ts'
import { id, parsedId, timestamp, typedText } from './text.ts'

export const ADMIN_PAGE_SIZE = 20
export const ADMIN_PAGE_SIZE_MAX = 100
const ADMIN_PAGE_MAX = 10_000
export const ADMIN_SEARCH_MAX = 100
const MEMBER_NUMBER_MAX = 1_000_000_000

export const MESSAGES = {
  denied: 'Access denied.',
  loadFailed: 'Failed to fetch users or posts.',
  deleteUserFailed: 'Failed to delete user.',
  deletePostFailed: 'Failed to delete post.',
  interventionFailed: 'That could not be done.',
  deleteUserConfirm: 'Delete this user?',
  deletePostConfirm: 'Delete this post?',
  deleteAdministratorConfirm: (username: string) =>
    `${username} is an administrator. Delete them all the same?`,
  actOnAdministratorConfirm: 'It is an administrator’s. Do it all the same?',
  deleteOneself: 'You delete your own account in your settings.',
  lastAdministrator: 'The last administrator cannot be deleted. Make another one first.',
  lastAdministratorStays: 'The last administrator cannot be revoked. Make another one first.',
  userDeleted: 'The user is deleted.',
  postDeleted: 'The post is deleted.',
  commentDeleted: 'The comment is deleted.',
  messageDeleted: 'The message is deleted.',
  spaceRemoved: 'The space is removed.',
  photoRemoved: 'The photo is removed.',
  profileRemoved: 'What they say of themselves is removed.',
  sessionsEnded: 'They are signed out everywhere.',
  administrationGiven: 'You are an administrator now',
  administrationTaken: 'You are no administrator any more',
  verifiedAlready: 'They are verified already.',
  userMissing: 'There is no such member.',
  postMissing: 'This post is not there any more.',
  commentMissing: 'This comment is not there any more.',
  messageMissing: 'This message is not there any more.',
  spaceMissing: 'This space is not there any more.',
  photoMissing: 'They have no photo.',
  profileEmpty: 'They say nothing of themselves.',
  searchLong: `Please search with at most ${ADMIN_SEARCH_MAX} characters.`,
  onlyInvalid: 'Please choose whom to show.',
  pageInvalid: 'This page is not there.',
  memberNumberInvalid: 'A member number is a whole number from 1.',
} as const

const pageNumber = z.coerce
  .number(MESSAGES.pageInvalid)
  .int(MESSAGES.pageInvalid)
  .min(1, MESSAGES.pageInvalid)
const page = pageNumber.max(ADMIN_PAGE_MAX, MESSAGES.pageInvalid).optional()
const search = typedText(ADMIN_SEARCH_MAX, { long: MESSAGES.searchLong }).default('')

export const USERS_ONLY = ['everybody', 'administrators', 'suspended', 'unverified'] as const
export type UsersOnly = (typeof USERS_ONLY)[number]

/** An account as administrators see it. */
export const administeredUser = z.object({
  _id: id,
  username: z.string(),
  email: z.string(),
  /** 0 until they verify their email. */
  userNumber: z.number().int(),
  profilePhoto: z.string().nullable(),
  isAdmin: z.boolean(),
  isPrivate: z.boolean(),
  isVerified: z.boolean(),
  /** Verified their email, and waits to be let in: no member yet, so `isVerified` is false. */
  isWaiting: z.boolean(),
  isSuspended: z.boolean(),
  invitedBy: z.string().nullable(),
  createdAt: timestamp,
})
export type AdministeredUser = z.infer<typeof administeredUser>

const administeredUsers = z.array(administeredUser)
/**
 * A page of them, newest first; or with `q` who has that number, then whose username begins so, by
 * username, then whose email alone does, by email, then those with each word of it at the beginning
 * of one of their username or bio, as in Discover.
 */
export const administeredUsersPage = z.object({
  users: administeredUsers,
  page: z.number().int(),
  hasMore: z.boolean(),
})
export type AdministeredUsersPage = z.infer<typeof administeredUsersPage>
export const administeredUsersAnswer = z.union([administeredUsers, administeredUsersPage])
/** Without `page` everybody is answered; a search is always in pages. */
export const administeredUsersQuery = z.object({
  page,
  limit: pageNumber.max(ADMIN_PAGE_SIZE_MAX, MESSAGES.pageInvalid).default(ADMIN_PAGE_SIZE),
  q: search,
  only: z.enum(USERS_ONLY, MESSAGES.onlyInvalid).default('everybody'),
})

export const subjectParams = z.object({ id: parsedId })
const ADMIN_ACTS = [
  'delete_user',
  'delete_post',
  'delete_comment',
  'delete_message',
  'remove_space',
  'remove_photo',
  'remove_profile',
  'undo',
  'end_sessions',
  'dismiss',
  'warn',
  'suspend',
  'lift',
  'answer_appeal',
  'reset_second_factor',
  'reset_password',
  'verify',
  'grant',
  'revoke',
  'change_community',
  'let_in',
  'not_let_in',
  'retry_mail',
  'delete_mail',
] as const
export type AdminAct = (typeof ADMIN_ACTS)[number]

/** Something an administrator did. Of a deleted member nothing is kept but the member number. */
export const adminActEntry = z.object({
  _id: id,
  act: z.enum(ADMIN_ACTS),
  /** Null when it was done by the command line, or the administrator's own account is gone. */
  admin: author.nullable(),
  /** 0 where it was done to nobody. */
  memberNumber: z.number().int(),
  reason: z.string(),
  createdAt: timestamp,
  isUndone: z.boolean(),
  /** What it took away, changed or decided about, as it was, as long as that can be undone. */
  removed: z
    .object({
      kind: z.enum([...UNDOABLE_KINDS, 'dismissal', 'warning']),
      text: z.string(),
      images: z.array(postImage),
      /** From then on it is really deleted. */
      until: timestamp,
    })
    .nullable(),
})
export type AdminActEntry = z.infer<typeof adminActEntry>
export const adminActList = z.array(adminActEntry)
/**
 * The newest, or those before one; only of one act, by one administrator, about one member number.
 */
export const adminActsQuery = z.object({
  before: parsedId.optional(),
  act: z.enum(ADMIN_ACTS).optional(),
  admin: parsedId.optional(),
  member: z.coerce
    .number(MESSAGES.memberNumberInvalid)
    .int(MESSAGES.memberNumberInvalid)
    .min(1, MESSAGES.memberNumberInvalid)
    .max(MEMBER_NUMBER_MAX, MESSAGES.memberNumberInvalid)
    .optional(),
})
export type AdminActsQuery = z.output<typeof adminActsQuery>
export const ADMIN_ACTS_PAGE_SIZE = 50

/** A disk with less room than this is nearly full: what members write is refused before long. */
export const FREE_DISK_MIN_BYTES = 1024 ** 3

/** How the server is doing. Sizes in bytes; `oldestMailAt` is null when no mail waits. */
export const serverStats = z.object({
  members: z.number().int(),
  unverified: z.number().int(),
  administrators: z.number().int(),
  posts: z.number().int(),
  comments: z.number().int(),
  spaces: z.number().int(),
  openSockets: z.number().int(),
  mailsWaiting: z.number().int(),
  oldestMailAt: timestamp.nullable(),
  /** Why mail does not reach members, in a sentence. */
  mailProblem: z.string().nullable(),
  databaseBytes: z.number().int(),
  /** Null until they are counted, and where they are kept in a bucket. */
  imageBytes: z.number().int().nullable(),
  /** Null where no backup was made by this server's own command. */
  lastBackupAt: timestamp.nullable(),
  /** Why there is no backup that can be relied on, in a sentence. */
  backupProblem: z.string().nullable(),
  freeDiskBytes: z.number().int(),
  /** At the pace of the last month; null where it does not become less, or is not known yet. */
  daysUntilDiskFull: z.number().int().nullable(),
  /** What waits to be done besides mails. */
  waiting: z.object({
    images: z.number().int(),
    linkCards: z.number().int(),
    archives: z.number().int(),
  }),
  mailsGivenUp: z.number().int(),
  /** How long the process kept somebody waiting at worst since the last look, in milliseconds. */
  longestDelayMs: z.number().int().nullable(),
  startedAt: timestamp,
  version: z.string(),
  /** Where the operator has somebody asked for it, and there is one. */
  newerVersion: z.string().nullable(),
})
export type ServerStats = z.infer<typeof serverStats>
