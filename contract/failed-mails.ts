import { z } from 'zod'
import { author } from './author.ts'
import { REASON_MAX, MESSAGES as REMOVAL_MESSAGES } from './removal.ts'
import { id, timestamp, typedText } from './text.ts'

/** So many are listed; there are more only where no mail leaves at all. */
export const FAILED_MAILS_SHOWN = 100

export const MESSAGES = {
  retried: 'It is tried again now.',
  deleted: 'The mail is deleted. It will not be sent.',
  reasonMissing: 'Please say why.',
  missing: 'This mail does not wait any more.',
  loadFailed: 'Failed to load what could not be sent.',
  retryFailed: 'Failed to try it again.',
  deleteFailed: 'Failed to delete the mail.',
} as const

/** What each mail is about. */
export type MailKind =
  | 'verify-email'
  | 'verify-email-again'
  | 'reset-password'
  | 'password-changed'
  | 'password-changed-here'
  | 'let-in'
  | 'not-let-in'
  | 'suspended'
  | 'suspension-lifted'
  | 'change-email'
  | 'email-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'second-factor-ending'
  | 'passkey-added'
  | 'new-sign-in'
  | 'archive-ready'
  | 'account-deleted'
  | 'account-removed'

/** A mail that could not be sent. Never its text or a link in it. */
const failedMail = z.object({
  _id: id,
  kind: z.string(),
  /** Null where it is to somebody who is no member, or not any more. */
  member: author.nullable(),
  /** Empty where nobody is there any more to whom it could go. */
  email: z.string(),
  /** A code, such as `ESOCKET` or `EENVELOPE 550`. */
  failure: z.string(),
  attempts: z.number().int(),
  createdAt: timestamp,
  /** When it is tried again by itself; null once that was given up. */
  nextAttemptAt: timestamp.nullable(),
})
export type FailedMail = z.infer<typeof failedMail>

export const failedMails = z.object({
  mails: z.array(failedMail),
  /** With those that are not listed. */
  total: z.number().int(),
})
export const failedMailsQuery = z.object({ state: z.enum(['failed']).default('failed') })

/** Why it is not to be sent: kept in the log. */
export const mailDeletionQuery = z.object({
  reason: typedText(REASON_MAX, {
    blank: MESSAGES.reasonMissing,
    long: REMOVAL_MESSAGES.reasonLong,
  }),
})
