import { z } from 'zod'
import { email, passwordAtRegister, passwordOffered } from './accounts.ts'
import { MESSAGES as FACTOR_MESSAGES } from './second-factor.ts'
import { timestamp } from './text.ts'

/** So long a password that was typed counts for what can do harm. */
export const CONFIRMED_FOR_MS = 15 * 60_000
/** So long the former mailbox can take a change of address back. */
export const EMAIL_UNDO_DAYS = 7
/** So many an account has: with one more, the one used longest ago ends. */
export const SESSIONS_MAX = 100

export const MESSAGES = {
  passwordWrong: 'This is not your password.',
  passwordChanged: 'Your password is changed. Every other device is signed out.',
  passwordFailed: 'Failed to change your password.',
  confirmationNeeded: 'Please type your password again to go on.',
  sessionsFull: `${SESSIONS_MAX} devices are the most. The next sign-in ends the one used longest ago.`,
  confirmed: 'Thank you.',
  goOn: 'Thank you. Please go on.',
  emailSame: 'This is your address already.',
  emailLinkSent: (email: string) =>
    `We sent a link to ${email}. Your address changes when you open it.`,
  emailFailed: 'Failed to change your address.',
  sessionMissing: 'This device is signed out already.',
  sessionEnded: 'The device is signed out.',
  othersEnded: 'Every other device is signed out.',
  sessionsLoadFailed: 'Failed to load your devices.',
  sessionEndFailed: 'Failed to sign the device out.',
} as const

/** One sign-in of one's own that has not ended. */
const ownSession = z.object({
  _id: z.string(),
  /** As "Firefox on Linux"; empty where the browser did not say. */
  agent: z.string(),
  /** The network it was used from last, as 203.0.113.0/24; empty where unknown. */
  network: z.string(),
  createdAt: timestamp,
  /** To the hour. */
  lastUsedAt: timestamp,
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>
export const ownSessionList = z.array(ownSession)

export const sessionParams = z.object({ id: z.string().max(100) })
const passwordBody = z.object({ password: passwordOffered })
export const confirmBody = passwordBody.extend({
  /** Where codes are asked for at sign-in; spaces and dashes are as people like them. */
  confirmationCode: z.string().max(40, FACTOR_MESSAGES.codeWrong).optional(),
})
export const newPasswordBody = z.object({
  currentPassword: passwordOffered,
  password: passwordAtRegister,
})
export const newEmailBody = z.object({ email })

/** With it a new password is chosen, as with the link of a mail. */
export const resetAnswer = z.object({
  msg: z.string(),
  message: z.string().optional(),
  resetToken: z.string(),
  /** When codes end that were turned on of late, perhaps by a stranger; null where none were. */
  codesEndAt: timestamp.nullable(),
})
export type ResetAnswer = z.infer<typeof resetAnswer>
