import { z } from 'zod'
import { browserSecret, registrationFields } from './registration.ts'

// The small proof of work that is asked of who registers where anybody may: nothing that one person
// notices, but dear for who wants a thousand accounts. Challenge and solution are those of ALTCHA
// 2.

export const MESSAGES = {
  needed:
    'Registering here needs a small proof of work, which your device does by itself. Please try again, or load the page anew.',
} as const

const hex = (max: number) =>
  z
    .string(MESSAGES.needed)
    .max(max, MESSAGES.needed)
    .regex(/^([0-9a-f]{2})+$/, MESSAGES.needed)

/** The last that a date can be. */
const LATEST_MOMENT = 8_640_000_000_000_000
const whole = (max: number) =>
  z.number(MESSAGES.needed).int(MESSAGES.needed).min(0, MESSAGES.needed).max(max, MESSAGES.needed)

/**
 * The key that PBKDF2 derives of nonce + counter (32 bits, big-endian) has to begin with
 * `keyPrefix`.
 */
export const proofChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256', MESSAGES.needed),
    nonce: hex(64),
    salt: hex(64),
    /** Iterations for each key. */
    cost: whole(1_000_000),
    keyLength: z.literal(32, MESSAGES.needed),
    keyPrefix: hex(64),
    keySignature: hex(128),
    data: z.object({
      /** Milliseconds since 1970. */
      expires: whole(LATEST_MOMENT),
      network: z.string(MESSAGES.needed).max(50, MESSAGES.needed),
    }),
  }),
  signature: hex(128),
})
export type ProofChallenge = z.output<typeof proofChallenge>

/** Null where none is asked for now. */
export const proofChallengeAnswer = z.object({ challenge: proofChallenge.nullable() })

/** Once, soon, from the network the challenge was handed to. */
const registrationProof = z.object(
  {
    challenge: proofChallenge,
    solution: z.object({
      counter: whole(2 ** 32 - 1),
      derivedKey: hex(64),
    }),
  },
  MESSAGES.needed,
)
export type RegistrationProof = z.output<typeof registrationProof>

export const registerBody = registrationFields.extend({
  /** Where a challenge was given. */
  proof: registrationProof.optional(),
  browserSecret: browserSecret.optional(),
})
