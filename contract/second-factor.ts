import { z } from 'zod'
import { timestamp } from './text.ts'

export const CODE_DIGITS = 6
export const CODE_SECONDS = 30
export const RECOVERY_CODES = 10
export const CHALLENGE_MINUTES = 5
export const SECOND_FACTOR_TRIES = 5
/**
 * So long whoever still has the app can keep it, when whoever runs the server or the owner's
 * mailbox ends it.
 */
export const RESET_DELAY_HOURS = 24

export const MESSAGES = {
  needed: 'Please type the code that your app shows.',
  codeRequired: 'Please type the code.',
  codeWrong: 'This code is not right, or it was used before. Please wait for the next one.',
  appLost:
    'The server lost what your app was set up with. Please use a recovery code, and set your app up again afterwards.',
  challengeOver: 'That took too long. Please sign in again.',
  started: 'Scan the picture with your app, and type the code it shows.',
  notStarted: 'Please begin again: there is nothing to confirm.',
  alreadyOn: 'Codes are asked for already.',
  notOn: 'Codes are not asked for.',
  ending: (when: string) =>
    `Codes are asked for until ${when} only. Sign in with a code before, and everything stays as it is.`,
  turnedOn: 'From now on a code is asked for when you sign in.',
  turnedOff: 'Codes are not asked for any more.',
  failed: 'Failed to change how you sign in.',
  loadFailed: 'Failed to load how you sign in.',
  passwordAlone:
    'Whoever learns your password is an administrator here. A code of an app besides it keeps them out.',
  administratorsNeed:
    'Administrators need a second step here. Please set one up under Account safety.',
} as const

/** Six digits of an app, or a recovery code; spaces and dashes are as people like them. */
const code = z
  .string(MESSAGES.codeRequired)
  .trim()
  .min(1, MESSAGES.codeRequired)
  .max(40, MESSAGES.codeWrong)

export const codeBody = z.object({ code })

export const secondFactorSignInBody = z.object({
  challenge: z.string(MESSAGES.challengeOver).max(200, MESSAGES.challengeOver),
  code,
})

export const secondFactorStatus = z.object({
  isOn: z.boolean(),
  /** Since when; null while it is off. */
  since: timestamp.nullable(),
  recoveryCodesLeft: z.number().int(),
  /**
   * When it ends, as whoever runs the server or a link in the owner's mailbox asked; null: nobody
   * did.
   */
  endsAt: timestamp.nullable(),
})
export type SecondFactorStatus = z.infer<typeof secondFactorStatus>

/** What an app is set up with; shown until a first code confirms it. */
export const secondFactorSetup = z.object({
  /** Base32, for who types it. */
  secret: z.string(),
  /** The same as an `otpauth:` address, for the picture that is scanned. */
  uri: z.string(),
})
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>

/** Each signs in once, as ABCD-EFGH-JKLM-NPQR. Shown this once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
