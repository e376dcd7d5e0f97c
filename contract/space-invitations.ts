import { z } from 'zod'
import { boundedList } from './bounded-list.ts'
import { parsedId } from './text.ts'

const INVITED_MAX = 9

export const MESSAGES = {
  invited: (name: string, space: string, others = 0) =>
    others === 0
      ? `${name} invited you to ${space}`
      : `${name} and ${others} ${others === 1 ? 'other' : 'others'} invited you to ${space}`,
  /** Follows the sentence. */
  wasAccepted: '. You accepted.',
  accepted: (name: string, space: string) => `${name} accepted your invitation to ${space}`,
  nobody: 'Please choose somebody to invite.',
  tooMany: `Invite at most ${INVITED_MAX} friends at once.`,
  friendsOnly: 'Only friends can be invited.',
  banned: 'Somebody you chose is banned from this space. Lift that first.',
  sent: 'They are invited.',
} as const

export const invitationsBody = z.object({
  userIds: boundedList(parsedId, INVITED_MAX, { long: MESSAGES.tooMany }).refine(
    (ids) => ids.length > 0,
    MESSAGES.nobody,
  ),
})
