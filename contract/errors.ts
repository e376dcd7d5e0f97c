import { z } from 'zod'

/**
 * The stable codes a client may tell apart; the 503 of a server that is not ready has its own
 * words.
 */
export const ERROR_CODES = [
  'bad_request',
  'validation_failed',
  'unauthorized',
  'second_factor_needed',
  'forbidden',
  'registration_closed',
  'proof_needed',
  'suspended',
  'confirmation_needed',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal_error',
  'storage_full',
  'busy',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** What the login screen's retry looks for, word for word. */
export const NOT_READY = 'Server not ready'

/** The one shape of every error body: a code, and the same sentence twice for a person. */
export const errorBody = z.object({
  error: z.string(),
  msg: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Of `second_factor_needed`: what goes back with the code. */
  challenge: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** Body of answers that only say something. */
export const sentenceAnswer = z.object({ msg: z.string(), message: z.string().optional() })
