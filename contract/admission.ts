import { z } from 'zod'
import { withCommas } from './number-format.ts'
import { id, timestamp, typedText } from './text.ts'

export const WAITING_SHOWN_MAX = 100
export const ADMISSION_WORDS_MAX = 500

export const MESSAGES = {
  waiting: (count: number) =>
    count === 1 ? 'Somebody waits to be let in' : `${withCommas(count)} people wait to be let in`,
  wordsMissing: 'Please say why.',
  wordsLong: `You can write up to ${ADMISSION_WORDS_MAX} characters.`,
  tellInvalid: 'Say whether they are told.',
  letIn: 'They are in, and a mail tells them.',
  notLetIn: 'The registration is gone.',
  missing: 'They do not wait any more.',
  loadFailed: 'Failed to load who is waiting',
  letInFailed: 'Failed to let them in',
  notLetInFailed: 'Failed to decline',
} as const

const approvalAnswer = z.object({ question: z.string(), answer: z.string() })
export type ApprovalAnswer = z.infer<typeof approvalAnswer>
export const approvalAnswers = z.array(approvalAnswer)

const waitingPerson = z.object({
  _id: id,
  username: z.string(),
  email: z.string(),
  /** The member's name by whose invitation they came; null where by none. */
  invitedBy: z.string().nullable(),
  answers: approvalAnswers,
  since: timestamp,
})
export type WaitingPerson = z.infer<typeof waitingPerson>
/** The longest waiting first; `total` counts those that are not shown, too. */
export const waitingList = z.object({ people: z.array(waitingPerson), total: z.number().int() })
export type WaitingList = z.infer<typeof waitingList>

/** What the mail says beyond its own words, and the log keeps. */
const words = typedText(ADMISSION_WORDS_MAX, {
  blank: MESSAGES.wordsMissing,
  long: MESSAGES.wordsLong,
})

export const letInBody = z.object({ words })
export const declineBody = z.object({
  words,
  /** Whether a mail tells them; else they hear nothing. */
  isTold: z.boolean(MESSAGES.tellInvalid).default(false),
})
