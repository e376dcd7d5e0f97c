import { z } from 'zod'
import { author } from './author.ts'
import { withCommas } from './number-format.ts'
import { REASON_MAX, MESSAGES as REMOVAL_MESSAGES } from './removal.ts'
import { timestamp, typedText } from './text.ts'

// Who is banned from a space can neither join it nor ask to, until its admin lifts the ban.

/** More than any admin should have to keep out. */
export const SPACE_BANS_MAX = 1_000

export const MESSAGES = {
  oneself: 'You cannot ban yourself.',
  banConfirm: (name: string) => `Ban ${name} from this space?`,
  banDetails: (name: string) =>
    `${name} is removed, and can neither join nor ask to join until you lift the ban. What they wrote stays. They are told, with the reason.`,
  banFailed: 'Error banning member',
  bannedNow: 'The member is banned from this space.',
  liftConfirm: (name: string) => `Lift the ban of ${name}?`,
  liftDetails: 'They are told, and can join or ask to join again.',
  liftFailed: 'Error lifting the ban',
  lifted: 'The ban is lifted.',
  loadFailed: 'Failed to load who is banned',
  neverHere: 'This person is not in the space, did not ask to join it and wrote nothing in it.',
  bansFull: `At most ${withCommas(SPACE_BANS_MAX)} people can be banned from a space.`,
  isBanned: (reason: string) =>
    reason === '' ? 'You are banned from this space.' : `You are banned from this space: ${reason}`,
  wasBanned: (name: string) => `You were banned from ${name}`,
  banLifted: (name: string) => `Your ban from ${name} was lifted`,
} as const

export const spaceBanBody = z.object({
  reason: typedText(REASON_MAX, {
    blank: REMOVAL_MESSAGES.reasonMissing,
    long: REMOVAL_MESSAGES.reasonLong,
  }),
})

/** Who is banned, the latest first: for the admin of the space. */
export const spaceBanList = z.array(author.extend({ reason: z.string(), bannedAt: timestamp }))
export type SpaceBan = z.infer<typeof spaceBanList>[number]
