import { z } from 'zod'
import {
  MESSAGES as ACCOUNT_MESSAGES,
  email,
  loginAnswer,
  passwordAtRegister,
  username,
} from './accounts.ts'
import { boundedList } from './bounded-list.ts'
import { sentenceAnswer } from './errors.ts'
import { typedText } from './text.ts'

// Who may come in, and what they send. Apart from the accounts, whose contract is on every page.

export const ANSWER_MAX = 300
export const APPROVAL_QUESTIONS_MAX = 2

export const MESSAGES = {
  registrationClosed: 'Nobody new can register here just now. Ask whoever runs this community.',
  invitationNeeded: 'You need an invitation to register here. Ask a member for one.',
  invitationEnded: 'This invitation does not work any more. Please ask for a new one.',
  answersMissing: 'Please answer the questions.',
  answersMany: 'These are more answers than there are questions.',
  browserUnknown: 'Please load the page anew, and try again.',
  /** Of the mail with the link; the page says what to look for. */
  verifySubject: (community: string) => `Verify your email for ${community}`,
  answerLong: `An answer may have up to ${ANSWER_MAX} characters.`,
} as const

/** What only the server says: no page loads it. */
export const SERVER_MESSAGES = {
  mailDomainBlocked:
    'Addresses of this mail service are not accepted here. Please use another one.',
  waiting:
    'Your email is verified. Somebody who runs this community now looks at your registration; you get a mail when you are let in.',
  stillWaiting:
    'Your registration is waiting for somebody who runs this community. You get a mail when you are let in.',
} as const

/**
 * Random, made by the browser that registers. With the mailed link it signs that browser in:
 * neither a link that somebody else got, nor a browser that somebody else left, is enough by
 * itself.
 */
export const browserSecret = z
  .string(MESSAGES.browserUnknown)
  .max(64, MESSAGES.browserUnknown)
  .regex(/^[0-9a-f]{64}$/, MESSAGES.browserUnknown)

export const verifyBody = z.object({ browserSecret })

/** `email`: with which to sign in now, told to who was the first to use the link; else null. */
export const verifiedAnswer = sentenceAnswer.extend({
  email: z.string().nullable(),
  /** They cannot sign in yet: administrators let people in. */
  isWaiting: z.boolean(),
})
/** `session` where that was the browser that registered; else null. */
export const enteredAnswer = verifiedAnswer.extend({ session: loginAnswer.nullable() })
export type VerifiedAnswer = z.infer<typeof verifiedAnswer>
export type EnteredAnswer = z.infer<typeof enteredAnswer>

/** What is typed, or comes by a link. */
export const registrationFields = z.object({
  username,
  email,
  password: passwordAtRegister,
  /** From the link by which the first administrator of a public server registers. */
  host: z.string(ACCOUNT_MESSAGES.hostLinkUsed).max(100, ACCOUNT_MESSAGES.hostLinkUsed).optional(),
  invite: z.string(MESSAGES.invitationEnded).max(100, MESSAGES.invitationEnded).optional(),
  /** To the questions of the community, in their order. */
  answers: boundedList(
    typedText(ANSWER_MAX, { blank: MESSAGES.answersMissing, long: MESSAGES.answerLong }),
    APPROVAL_QUESTIONS_MAX,
    { long: MESSAGES.answersMany, wrong: MESSAGES.answersMissing },
  ).optional(),
})
