import { z } from 'zod'
import { loginBody } from './accounts.ts'
import { author } from './author.ts'
import { withCommas } from './number-format.ts'
import { decisionText, suspensionDays } from './reports.ts'
import { codeBody } from './second-factor.ts'
import { timestamp, typedText } from './text.ts'

// Who is kept out for a while, why, and how they ask to be let in again.

export const APPEAL_MAX = 1_000

const UNTIL_LIFTED = 'until an administrator lifts it'

export const MESSAGES = {
  /** Null: until it is lifted. */
  suspended: (until: number | null, reason: string) =>
    `Your account is suspended ${endOf(until)}: ${sentence(reason)} You can download your data and write to the administrators.`,
  wasSuspended: (until: number | null, reason: string) =>
    `Your account was suspended ${endOf(until)}: ${reason}`,
  lifted: (reason: string) => `Your suspension was lifted: ${reason}`,
  oneself: 'You cannot suspend yourself.',
  lastAdministrator: 'The last administrator cannot be suspended. Make another one first.',
  memberMissing: 'There is no such member.',
  notSuspended: 'This member is not suspended.',
  suspendedNow: 'The member is suspended.',
  suspendedLonger: (until: number | null) =>
    `The member was suspended for longer already and stays so ${endOf(until)}. To make it shorter, lift it first.`,
  liftedNow: 'The suspension is lifted.',
  suspendFailed: 'Failed to suspend.',
  liftFailed: 'Failed to lift the suspension.',
  loadFailed: 'Failed to load who is suspended.',
  appealMissing: 'Please write something.',
  appealLong: `Please write at most ${withCommas(APPEAL_MAX)} characters.`,
  appealSent: 'The administrators will read it and answer here.',
  appealWaits: 'Somebody who is suspended wrote to the administrators',
  appealFailed: 'Failed to send it.',
  appealSentAlready: 'You have written to the administrators already.',
  appealMissingToAnswer: 'There is nothing to answer.',
  appealAnswered: 'It is answered. They read it when they try to sign in.',
  answerFailed: 'Failed to answer.',
} as const

function endOf(until: number | null): string {
  return until === null ? UNTIL_LIFTED : `until ${dayOf(until)}`
}

function dayOf(moment: number): string {
  return new Date(moment).toLocaleString('en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
}

/** What a person wrote, ended by one full stop. */
function sentence(reason: string): string {
  return /[.!?…]$/.test(reason) ? reason : `${reason}.`
}

export const suspendBody = z.object({ days: suspensionDays, text: decisionText })
export const liftBody = z.object({ text: decisionText })

const appeal = z.object({
  text: z.string(),
  createdAt: timestamp,
  /** What an administrator answered; empty while nobody did. */
  answer: z.string(),
})

const credentials = loginBody.pick({ email: true, password: true })

/** Asked with email and password, since who is suspended cannot sign in. */
export const suspensionBody = credentials
/** What they do takes all that a sign-in does: a code too, where the account asks for one. */
export const suspendedProof = credentials.extend({ code: codeBody.shape.code.optional() })
export const appealBody = suspendedProof.extend({
  text: typedText(APPEAL_MAX, { blank: MESSAGES.appealMissing, long: MESSAGES.appealLong }),
})

export const suspension = z.object({
  /** Null: until it is lifted. */
  until: timestamp.nullable(),
  reason: z.string(),
  /** One for each suspension. */
  appeal: appeal.nullable(),
})
export type Suspension = z.infer<typeof suspension>

/** Who is suspended now, those who wait for an answer first. */
export const suspendedMembers = z.array(suspension.extend({ member: author }))
export type SuspendedMember = z.infer<typeof suspendedMembers>[number]
