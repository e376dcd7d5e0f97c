import { z } from 'zod'
import { author } from './author.ts'
import { RULE_TITLE_MAX } from './community-branding.ts'
import { postImage } from './posts.ts'
import { id, parsedId, timestamp, typedText } from './text.ts'

// What members report, and what is decided about it. Nobody is ever told who reported.

export const REPORT_TEXT_MAX = 500
export const DECISION_TEXT_MAX = 500
/** A reported message brings itself and so many before it. */
export const MESSAGES_BEFORE_REPORTED = 5
/** Whoever runs a space has so long to look at a message reported in it. */
export const SPACE_ADMIN_HOURS = 48
export const REPORTED_THINGS_SHOWN = 50
/** Of each of them. */
export const REASONS_SHOWN = 20

export const MESSAGES = {
  reportFailed: 'Failed to report',
  ruleWrong: 'There is no such rule.',
  textLong: `Please say it in at most ${REPORT_TEXT_MAX} characters.`,
  reasonMissing: 'Please choose what is wrong.',
  ruleMissing: 'Please choose which rule.',
  loadFailed: 'Failed to load the reports.',
  decisionMissing: 'Please say why.',
  decisionLong: `Please say why in at most ${DECISION_TEXT_MAX} characters.`,
  decisionFailed: 'Failed to decide.',
} as const

/** What only the server says: no page loads it. */
export const SERVER_MESSAGES = {
  thanks: (name: string) =>
    `Thank you. An administrator will look at it. ${name} is not told who reported.`,
  /**
   * It is about the only administrator there is. That is not said: who administers is nowhere
   * shown.
   */
  thanksWaiting: (name: string) =>
    `Thank you. Nobody can look at this yet: it waits until somebody can. ${name} is not told who reported.`,
  canBlock: 'You can block them meanwhile.',
  oneself: 'You cannot report yourself.',
  missing: 'This is not there any more.',
  already: 'You reported this already. It waits to be looked at.',
  aboutYou: 'Somebody else has to look at a report about you.',
  decidedAlready: 'Somebody else has looked at this already.',
  decided: 'It is done. Whoever reported it is told that it was looked at.',
  passedOn: 'The administrators will look at it.',
  waits: 'Something was reported and waits to be looked at',
  lookedAt: 'We looked at what you reported. Thank you.',
  warned: (reason: string) => `An administrator warns you: ${reason}`,
  warningUndone: (reason: string) => `An administrator took a warning to you back: ${reason}`,
  waitsAgain: 'It is undone. What was reported waits to be looked at again.',
  reportedInSpace: (spaceName: string) =>
    `A message in ${spaceName} was reported. Please look at it within two days.`,
} as const

const REPORT_KINDS = ['post', 'comment', 'message', 'profile', 'space'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_REASONS = ['spam', 'unkind', 'unsafe', 'rule', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const reportBody = z.object({
  kind: z.enum(REPORT_KINDS),
  id: parsedId,
  reason: z.enum(REPORT_REASONS, MESSAGES.reasonMissing),
  /** Which of the community's rules, where the reason is one: its title, as it was then. */
  ruleId: typedText(RULE_TITLE_MAX, { long: MESSAGES.ruleWrong }).optional(),
  text: typedText(REPORT_TEXT_MAX, { long: MESSAGES.textLong }).default(''),
  /** Blocks the member whose it is, too. */
  alsoBlock: z.boolean().default(false),
})
export type NewReport = z.output<typeof reportBody>

/** What stood there when it was reported first: the thing itself, and what was said before it. */
const evidence = z.object({
  member: author,
  text: z.string(),
  images: z.array(postImage),
  createdAt: timestamp,
  /** False of what was said before it. */
  isReported: z.boolean(),
})
export type Evidence = z.infer<typeof evidence>

/** Everything that was reported about one thing and waits to be looked at. */
const reportedThing = z.object({
  /** Of the first report: all of the thing are decided by it. */
  _id: id,
  kind: z.enum(REPORT_KINDS),
  thingId: id,
  member: author,
  /** Both are told to administrators alone, and are false for who runs the space. */
  isAdministrator: z.boolean(),
  isSuspended: z.boolean(),
  space: z.object({ _id: id, name: z.string() }).nullable(),
  evidence: z.array(evidence),
  /** Those that are not shown, too. */
  reportCount: z.number().int(),
  /** The oldest, oldest first. */
  reports: z.array(
    z.object({
      reason: z.enum(REPORT_REASONS),
      ruleId: z.string().nullable(),
      text: z.string(),
      createdAt: timestamp,
    }),
  ),
})
export type ReportedThing = z.infer<typeof reportedThing>

/** The longest waiting first; `total` counts those that are not shown, too. */
export const reportQueue = z.object({
  things: z.array(reportedThing),
  total: z.number().int(),
})
export type ReportQueue = z.infer<typeof reportQueue>
export const reportQueueQuery = z.object({ state: z.enum(['open']).default('open') })

export const reportParams = z.object({ id: parsedId })
export const spaceReportParams = z.object({ id: parsedId, reportId: parsedId })

/** Told to the member, but where a report is dismissed: then it is kept in the log alone. */
export const decisionText = typedText(DECISION_TEXT_MAX, {
  blank: MESSAGES.decisionMissing,
  long: MESSAGES.decisionLong,
})

export const SUSPENSION_DAYS = [1, 7, 30] as const
/** Null: until it is lifted. */
export const suspensionDays = z.literal(SUSPENSION_DAYS).nullable()
export type SuspensionDays = z.infer<typeof suspensionDays>

export const decisionBody = z.object({
  act: z.enum(['dismiss', 'remove', 'warn', 'suspend']),
  /** For how long, where the member is suspended. */
  days: suspensionDays.default(1),
  text: decisionText,
})
export type Decision = z.output<typeof decisionBody>

/**
 * Whoever runs a space decides about messages in it, or leaves it to the administrators. Words are
 * asked for where somebody reads them: whose message is removed.
 */
export const spaceDecisionBody = z.discriminatedUnion('act', [
  z.object({ act: z.literal('remove'), text: decisionText }),
  z.object({ act: z.enum(['dismiss', 'pass_on']) }),
])
export type SpaceDecision = z.output<typeof spaceDecisionBody>
