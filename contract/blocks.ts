import { z } from 'zod'
import { person } from './friends.ts'
import { withCommas } from './number-format.ts'
import { id, timestamp } from './text.ts'

/** Longer than anybody's list should ever be. */
export const BLOCKED_MAX = 1_000
/** The list of whom somebody muted is cut to this many. */
export const MUTED_SHOWN_MAX = 1_000

export const MESSAGES = {
  oneself: 'You cannot do that to yourself.',
  blocked: (name: string) => `You blocked ${name}.`,
  blockedNow: 'You do not see each other any more.',
  unblocked: 'The block is lifted.',
  blockQuestion: (name: string) => `Block ${name}?`,
  blockDetails: (name: string) =>
    `You will not see each other’s posts, comments or profiles. In spaces you share, messages are folded away. ${name} is not told.`,
  unblockConfirm: (name: string) =>
    `Unblock ${name}? You will see each other again. You are not friends until one of you asks.`,
  blockFailed: 'Failed to block',
  unblockFailed: 'Failed to unblock',
  blockedFull: `You can block at most ${withCommas(BLOCKED_MAX)} people.`,
  blockedLoadFailed: 'Failed to load whom you blocked',
  muted: 'You will not see their posts in your feeds.',
  unmuted: 'Their posts are in your feeds again.',
  muteFailed: 'Failed to mute',
  unmuteFailed: 'Failed to unmute',
  mutedLoadFailed: 'Failed to load whom you muted',
  muteUntilInvalid: 'Please choose a moment to come.',
  foldedBlocked: 'Message from somebody you blocked',
  foldedHidden: 'Message hidden',
} as const

/** Whom the member blocked, the latest first: no more of each than the name to lift it by. */
export const blockedList = z.array(
  z.object({ _id: id, username: person.shape.username, blockedAt: timestamp }),
)
export type BlockedPerson = z.infer<typeof blockedList>[number]

/** Whom the member muted, by username. `mutedUntil` is null for good. */
export const mutedList = z.array(person.extend({ mutedUntil: timestamp.nullable() }))
export type MutedPerson = z.infer<typeof mutedList>[number]

/** Null: until it is taken back. */
export const muteBody = z.object({
  until: z.iso.datetime(MESSAGES.muteUntilInvalid).max(40).nullable(),
})

/** Whose messages are folded away: of whom the viewer blocked, and of who blocked them. */
export const folds = z.object({
  blocked: z.array(person.shape._id),
  hidden: z.array(person.shape._id),
})
export type Folds = z.infer<typeof folds>
