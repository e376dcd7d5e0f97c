import { z } from 'zod'
import { author } from './author.ts'
import { invitedSpace } from './invitation.ts'
import { id, parsedId, timestamp, typedText } from './text.ts'

export const INVITE_USES_MAX = 100
export const INVITE_USES_DEFAULT = 5
export const INVITE_DAYS_MAX = 365
export const INVITE_DAYS_DEFAULT = 14
/** So many of one member may work at the same time. */
export const OPEN_INVITES_MAX = 10
export const INVITE_NOTE_MAX = 100
/** Of those who came by one invitation, so many are named. */
export const INVITED_SHOWN_MAX = 100
/** Of each member, those that are over among them. */
export const INVITES_SHOWN_MAX = 50

const PRIVATE_SPACE = 'A private one only where you are its admin.'

export const MESSAGES = {
  usesInvalid: `An invitation can be used 1 to ${INVITE_USES_MAX} times, or without a limit.`,
  untilInvalid: 'Please choose a moment to come, within a year.',
  noteLong: `A note can have at most ${INVITE_NOTE_MAX} characters.`,
  tooManyOpen: `You have ${OPEN_INVITES_MAX} open invitations. End one of them to make another.`,
  spaceInvalid: `Choose a space you are a member of. ${PRIVATE_SPACE}`,
  privateSpace: PRIVATE_SPACE,
  administratorsInvite: 'Only administrators can invite people here.',
  nobodyComesIn: 'Nobody new can come in here just now, so an invitation would not work.',
  missing: 'This invitation is not there any more.',
  removed: 'The invitation does not work any more.',
  loadFailed: 'Failed to load your invitations',
  makeFailed: 'Failed to make an invitation',
  renewFailed: 'Failed to make a new link',
  removeFailed: 'Failed to end the invitation',
  cameIn: (name: string) => `${name} came in by your invitation`,
} as const

export const inviteBody = z.object({
  /** Null: as often as wanted. */
  uses: z
    .number(MESSAGES.usesInvalid)
    .int(MESSAGES.usesInvalid)
    .min(1, MESSAGES.usesInvalid)
    .max(INVITE_USES_MAX, MESSAGES.usesInvalid)
    .nullable()
    .default(INVITE_USES_DEFAULT),
  /** Where it is not said, in two weeks. */
  until: z.iso.datetime(MESSAGES.untilInvalid).max(40, MESSAGES.untilInvalid).optional(),
  note: typedText(INVITE_NOTE_MAX, { long: MESSAGES.noteLong }).default(''),
  /** The space that who comes joins. */
  spaceId: parsedId.optional(),
})
export type NewInvite = z.input<typeof inviteBody>

export const inviteParams = z.object({ id: parsedId })

const invite = z.object({
  _id: id,
  uses: z.number().int().nullable(),
  joinedCount: z.number().int(),
  /** How many registered with it and have not come in yet: each of them holds a place. */
  waitingCount: z.number().int(),
  note: z.string(),
  space: invitedSpace.nullable(),
  until: timestamp,
  /** Whether somebody can register by it now. */
  isOpen: z.boolean(),
  /**
   * It is not over, but nobody comes in by its maker now: nobody at all, or by administrators only.
   */
  isResting: z.boolean(),
  createdAt: timestamp,
  /** Who came by it, the latest first. */
  members: z.array(author),
})
export type Invite = z.infer<typeof invite>
export const inviteList = z.array(invite)

/** The link is shown once: only its hash is kept. */
export const inviteLink = z.object({ invite, url: z.string() })
export type InviteLink = z.infer<typeof inviteLink>
