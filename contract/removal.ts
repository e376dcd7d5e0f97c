import { z } from 'zod'
import { typedText } from './text.ts'

// What is taken away from somebody by another is told to them, with the reason if one was given.

export const REASON_MAX = 200

export const MESSAGES = {
  reasonMissing: 'Please say why: they are told.',
  reasonLong: `The reason can have at most ${REASON_MAX} characters.`,
  postRemoved: 'An administrator removed one of your posts',
  commentRemoved: 'An administrator removed one of your comments',
  photoRemoved: 'An administrator removed your profile photo',
  signedOut: 'An administrator signed you out everywhere',
  spaceRemoved: (spaceName: string) => `An administrator removed ${spaceName}`,
  messageRemoved: (spaceName: string) => `One of your messages in ${spaceName} was removed`,
  memberRemoved: (spaceName: string) => `You were removed from ${spaceName}`,
  spaceDeleted: (spaceName: string) => `${spaceName} was deleted`,
} as const

/** Why: told to whom it concerns, and kept in the log where an administrator acts. */
export const removalQuery = z.object({
  reason: typedText(REASON_MAX, { long: MESSAGES.reasonLong }).default(''),
})

/** The same where there has to be one. */
export const reasonQuery = z.object({
  reason: typedText(REASON_MAX, { blank: MESSAGES.reasonMissing, long: MESSAGES.reasonLong }),
})
