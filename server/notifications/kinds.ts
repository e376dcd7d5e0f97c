import { z } from 'zod'
import { MESSAGES as ADMIN_MESSAGES } from '../../contract/admin.ts'
import { MESSAGES as ADMISSION_MESSAGES } from '../../contract/admission.ts'
import { MESSAGES as ARCHIVE_MESSAGES } from '../../contract/archive.ts'
import { MESSAGES as COMMENT_MESSAGES } from '../../contract/comments.ts'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import { MESSAGES as IMPORT_MESSAGES } from '../../contract/import.ts'
import { MESSAGES as INVITE_MESSAGES } from '../../contract/invites.ts'
import { MESSAGES as MENTION_MESSAGES } from '../../contract/mentions.ts'
import { howOften, type Notification } from '../../contract/notifications.ts'
import {
  MESSAGES as REMOVAL_MESSAGES,
  UNDOABLE_KINDS,
  type UndoableKind,
} from '../../contract/removal.ts'
import { SERVER_MESSAGES as REPORT_MESSAGES } from '../../contract/reports.ts'
import { MESSAGES as BAN_MESSAGES } from '../../contract/space-bans.ts'
import { MESSAGES as INVITATION_MESSAGES } from '../../contract/space-invitations.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../contract/spaces.ts'
import { MESSAGES as SUSPENSION_MESSAGES } from '../../contract/suspension.ts'
import { untoldParams } from './untold.ts'

// What a notification can be about. Kept is the kind and what its sentence needs beyond who did
// it, never the sentence: that is made here, when the notification is shown, so that other words
// or another language also hold for what was told before.

const withoutParams = z.object({
  kind: z.literal([
    ...['friend_request', 'friend_accepted', 'comment', 'join_request', 'invite_used'],
    ...['report_closed', 'reply', 'mention', 'archive_ready', 'archive_failed', 'import_failed'],
    ...['report_waits', 'appeal_waits'],
  ] as const),
  params: z.strictObject(untoldParams).default({}),
})
const joinAnswer = z.object({
  kind: z.literal(['join_approved', 'join_denied']),
  /** The space's name as it was then. */
  params: z.strictObject({ spaceName: z.string(), adminResponse: z.string() }),
})
const spaceNews = z.object({
  kind: z.literal(['space_passed', 'space_opened', 'ban_lifted', 'message_reported']),
  params: z.strictObject({ spaceName: z.string() }),
})

const inSpace = z.object({
  kind: z.literal(['space_mention', 'space_reply', 'space_here', 'space_invite_accepted']),
  params: z.strictObject({ spaceName: z.string(), ...untoldParams }),
})
const invitation = z.object({
  kind: z.literal('space_invited'),
  params: z.strictObject({
    spaceName: z.string(),
    /** How many had invited them before. */
    others: z.number().default(0),
    isAccepted: z.boolean().default(false),
  }),
})

const archiveRead = z.object({
  kind: z.literal('import_done'),
  params: z.strictObject({ posts: z.number(), notRead: z.number() }),
})

/** Of what was removed nothing is kept, only why. */
const decision = z.object({
  kind: z.literal([
    ...['post_removed', 'comment_removed', 'photo_removed', 'signed_out'],
    ...['administration_given', 'administration_taken', 'warned', 'suspension_lifted'],
    'warning_undone',
  ] as const),
  /** `postId`: which post was removed. How it began is read where it is kept, as long as it is. */
  params: z.strictObject({ reason: z.string(), postId: z.number().optional() }),
})
/** Of a message: what it was said in is no space, and has an address of its own. */
const isConversation = z.boolean().default(false)
const removalFromSpace = z.object({
  kind: z.literal([
    ...['message_removed', 'member_removed', 'member_banned'],
    ...['space_deleted', 'space_removed'],
  ] as const),
  params: z.strictObject({ spaceName: z.string(), reason: z.string(), isConversation }),
})

const waiting = z.object({
  kind: z.literal('somebody_waits'),
  params: z.strictObject({ waiting: z.number() }),
})

const profileRemoval = z.object({
  kind: z.literal('profile_removed'),
  params: z.strictObject({ parts: z.string(), reason: z.string() }),
})
/** What was removed is there again; `spaceName` where it is a message or a space. */
const givenBack = z.object({
  kind: z.literal('given_back'),
  params: z.strictObject({
    thing: z.enum(UNDOABLE_KINDS),
    spaceName: z.string(),
    reason: z.string(),
    isConversation,
  }),
})

const suspension = z.object({
  kind: z.literal('suspended'),
  /** Null: until it was lifted. */
  params: z.strictObject({ until: z.number().nullable(), reason: z.string() }),
})

export const about = z.discriminatedUnion('kind', [
  withoutParams,
  joinAnswer,
  spaceNews,
  inSpace,
  invitation,
  archiveRead,
  decision,
  suspension,
  removalFromSpace,
  profileRemoval,
  waiting,
  givenBack,
])
export type About = z.input<typeof about>
export type NotificationKind = About['kind']

/** The params of an invitation that was accepted. */
export function asAccepted(params: string): string {
  return JSON.stringify({ ...invitation.shape.params.parse(JSON.parse(params)), isAccepted: true })
}

/** The type on the wire and, for `other`, the sentence. What cannot be read is told in general. */
export function wordsOf(
  kind: string,
  params: string,
  { senderName, count }: { senderName: string; count: number },
): Pick<Notification, 'type' | 'text'> {
  const { data } = about.safeParse({ kind, params: JSON.parse(params) })
  if (data && isInSpace(data))
    return other(IN_SPACE[data.kind](senderName, data.params.spaceName) + howOften(count))
  if (data && isPlain(data.kind)) return other(PLAIN[data.kind])
  if (data && isDecided(data)) return other(DECIDED[data.kind](data.params.reason))
  switch (data?.kind) {
    case 'friend_request':
    case 'comment':
    case 'join_request':
      return { type: data.kind, text: '' }
    case 'reply':
    case 'mention':
    case 'friend_accepted':
    case 'invite_used':
      return other(BY_SOMEBODY[data.kind](senderName) + howOften(count))
    case 'join_approved':
    case 'join_denied':
      return other(answered(JOIN_ANSWER[data.kind], data.params))
    case 'space_passed':
    case 'space_opened':
    case 'ban_lifted':
    case 'message_reported':
      return other(OF_SPACE[data.kind](data.params.spaceName))
    case 'space_invited':
      return other(invited(senderName, data.params))
    case 'suspended':
      return other(SUSPENSION_MESSAGES.wasSuspended(data.params.until, data.params.reason))
    case 'import_done':
      return other(IMPORT_MESSAGES.wasRead(data.params.posts, data.params.notRead))
    case 'message_removed':
    case 'member_removed':
    case 'member_banned':
    case 'space_deleted':
    case 'space_removed':
      return other(removedFromSpace(data.kind, data.params))
    case 'somebody_waits':
      return other(ADMISSION_MESSAGES.waiting(data.params.waiting))
    case 'profile_removed':
      return other(because(REMOVAL_MESSAGES.profileRemoved(data.params.parts), data.params.reason))
    case 'given_back':
      return other(because(BACK[data.params.thing](data.params.spaceName), data.params.reason))
    default:
      return other('')
  }
}

function other(text: string) {
  return { type: 'other', text } as const
}

function answered(
  sentence: (spaceName: string) => string,
  { spaceName, adminResponse }: z.output<typeof joinAnswer>['params'],
): string {
  return because(sentence(spaceName), adminResponse)
}

const IN_SPACE = {
  space_mention: MENTION_MESSAGES.mentionedIn,
  space_reply: MENTION_MESSAGES.repliedIn,
  space_here: MENTION_MESSAGES.calledHere,
  space_invite_accepted: INVITATION_MESSAGES.accepted,
}

function isInSpace(data: z.output<typeof about>): data is z.output<typeof inSpace> {
  return data.kind in IN_SPACE
}

const BY_SOMEBODY = {
  reply: COMMENT_MESSAGES.replied,
  mention: MENTION_MESSAGES.mentioned,
  friend_accepted: FRIEND_MESSAGES.accepted,
  invite_used: INVITE_MESSAGES.cameIn,
}

const JOIN_ANSWER = {
  join_approved: SPACE_MESSAGES.wasApproved,
  join_denied: SPACE_MESSAGES.wasDenied,
}

const PLAIN = {
  report_closed: REPORT_MESSAGES.lookedAt,
  report_waits: REPORT_MESSAGES.waits,
  appeal_waits: SUSPENSION_MESSAGES.appealWaits,
  archive_ready: ARCHIVE_MESSAGES.ready,
  archive_failed: ARCHIVE_MESSAGES.notMade,
  import_failed: IMPORT_MESSAGES.notRead,
}

function isPlain(kind: string): kind is keyof typeof PLAIN {
  return kind in PLAIN
}

const OF_SPACE = {
  space_passed: SPACE_MESSAGES.passedToYou,
  space_opened: SPACE_MESSAGES.wasOpened,
  ban_lifted: BAN_MESSAGES.banLifted,
  message_reported: REPORT_MESSAGES.reportedInSpace,
}

const DECIDED: Record<z.output<typeof decision>['kind'], (reason: string) => string> = {
  post_removed: (reason) => because(REMOVAL_MESSAGES.postRemoved, reason),
  comment_removed: (reason) => because(REMOVAL_MESSAGES.commentRemoved, reason),
  photo_removed: (reason) => because(REMOVAL_MESSAGES.photoRemoved, reason),
  signed_out: (reason) => because(REMOVAL_MESSAGES.signedOut, reason),
  administration_given: (reason) => because(ADMIN_MESSAGES.administrationGiven, reason),
  administration_taken: (reason) => because(ADMIN_MESSAGES.administrationTaken, reason),
  warned: REPORT_MESSAGES.warned,
  warning_undone: REPORT_MESSAGES.warningUndone,
  suspension_lifted: SUSPENSION_MESSAGES.lifted,
}

function isDecided(data: z.output<typeof about>): data is z.output<typeof decision> {
  return data.kind in DECIDED
}

const BACK: Record<UndoableKind, (spaceName: string) => string> = {
  post: () => REMOVAL_MESSAGES.postBack,
  comment: () => REMOVAL_MESSAGES.commentBack,
  photo: () => REMOVAL_MESSAGES.photoBack,
  profile: () => REMOVAL_MESSAGES.profileBack,
  community: () => REMOVAL_MESSAGES.communityBack,
  message: REMOVAL_MESSAGES.messageBack,
  space: REMOVAL_MESSAGES.spaceBack,
}

const FROM_SPACE = {
  message_removed: REMOVAL_MESSAGES.messageRemoved,
  member_removed: REMOVAL_MESSAGES.memberRemoved,
  member_banned: BAN_MESSAGES.wasBanned,
  space_deleted: REMOVAL_MESSAGES.spaceDeleted,
  space_removed: REMOVAL_MESSAGES.spaceRemoved,
}

function removedFromSpace(
  kind: keyof typeof FROM_SPACE,
  { spaceName, reason }: z.output<typeof removalFromSpace>['params'],
): string {
  return because(FROM_SPACE[kind](spaceName), reason)
}

function invited(
  name: string,
  { spaceName, others, isAccepted }: z.output<typeof invitation>['params'],
): string {
  const sentence = INVITATION_MESSAGES.invited(name, spaceName, others)
  return isAccepted ? `${sentence}${INVITATION_MESSAGES.wasAccepted}` : sentence
}

function because(sentence: string, reason: string): string {
  return reason === '' ? sentence : `${sentence}: ${reason}`
}
