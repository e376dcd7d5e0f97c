import type { CallLimit, RouteLimit } from './platform/http/route.ts'
import type { Limits } from './platform/limits.ts'

// How often one member may do what: far more than a person does, far less than a program can.
// Each route names its class. What costs others' attention or much room is counted by the hour.

const MINUTE = 60
const TEN_MINUTES = 10 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const TIMES = {
  posts: [30, MINUTE],
  comments: [60, MINUTE],
  /** Of posts and comments. */
  edits: [60, MINUTE],
  reactions: [120, MINUTE],
  deletions: [60, MINUTE],
  /** Of posts one by one. */
  audiences: [60, MINUTE],
  messages: [60, MINUTE],
  'message-changes': [60, MINUTE],
  /** How far one has read: an open chat says so as messages come. */
  'read-marks': [240, MINUTE],
  /** What looks through members, spaces or accounts: an open box asks while one types. */
  searches: [120, MINUTE],
  /** What was said in a room: an open box asks while one types. */
  'message-searches': [60, MINUTE],
  /** Whom to mention: a field asks while one types a name. */
  mentions: [120, MINUTE],
  'music-previews': [30, MINUTE],
  sounds: [20, MINUTE],
  /** Asking and taking it back alike: each of them is told to somebody. */
  'friend-requests': [60, HOUR],
  'friend-answers': [240, TEN_MINUTES],
  blocks: [120, HOUR],
  reports: [20, DAY],
  'profile-changes': [120, HOUR],
  renames: [10, HOUR],
  /** Where a password is tried by who is signed in already. */
  'password-checks': [10, HOUR],
  passkeys: [60, HOUR],
  /** What a passkey signs, for who is not signed in: each look at the sign-in asks for it. */
  'passkey-challenges': [600, HOUR],
  'email-changes': [5, HOUR],
  /** Signing one's other devices out. */
  'session-ends': [120, HOUR],
  /** Each may change for everybody what they see. */
  privacy: [30, HOUR],
  spaces: [10, HOUR],
  'space-changes': [120, HOUR],
  /** Beginning one, answering a request, and who is in a group. */
  conversations: [120, HOUR],
  /** Of friends to a space: each is told to somebody. */
  'space-invitations': [30, HOUR],
  memberships: [60, TEN_MINUTES],
  'join-requests': [30, HOUR],
  'join-answers': [240, TEN_MINUTES],
  refreshes: [120, MINUTE],
  'sign-outs': [30, MINUTE],
  /** Of work, for who registers. */
  challenges: [120, HOUR],
  /** Making invitations, and ending them. */
  invites: [60, HOUR],
  /** Opening links that were mailed, or with which one was invited. */
  links: [60, HOUR],
  'account-deletions': [10, HOUR],
  /** Asking for one's archive, and for the way to it. */
  archives: [30, HOUR],
  /** Sending an archive, piece by piece, and taking back what was read. */
  imports: [240, HOUR],
  /** A download that breaks off asks again for the rest. */
  'archive-files': [300, HOUR],
  moderation: [120, MINUTE],
  stats: [60, MINUTE],
} as const satisfies Record<string, readonly [times: number, seconds: number]>

export type LimitName = keyof typeof TIMES

export function limitOf(name: LimitName): CallLimit {
  const [times, seconds] = TIMES[name]
  return { name, times, seconds }
}

/** Counted by the route, since it matters who is asked for, too. */
export const OWN_RULES = {
  signUp: { rule: 'by address' },
  signIn: { rule: 'failures by address and by account' },
  mail: { rule: 'by address and by mailbox' },
} as const satisfies Record<string, RouteLimit>

const FAILED_IMPORTS_A_DAY = 10

/** Archives of a member that turned out not to be any: each may have taken gigabytes to read. */
export function failedImportLimit(limits: Limits) {
  return limits.of('failed-imports', FAILED_IMPORTS_A_DAY, 24 * HOUR)
}

const UPLOADS_PER_TEN_MINUTES = 30

/** Pictures a member may bring, by whatever way: all of them count together. */
export function uploadLimit(limits: Limits) {
  return limits.of('uploads', UPLOADS_PER_TEN_MINUTES, TEN_MINUTES)
}

const LINK_PAGES_PER_TEN_MINUTES = 60

/** New links in what a member writes, of which each is called. */
export function linkPageLimit(limits: Limits) {
  return limits.of('link-pages', LINK_PAGES_PER_TEN_MINUTES, TEN_MINUTES)
}

/** Pictures of new links in what a member writes: as many, and they take none of one's own. */
export function linkImageLimit(limits: Limits) {
  return limits.of('link-images', UPLOADS_PER_TEN_MINUTES, TEN_MINUTES)
}
