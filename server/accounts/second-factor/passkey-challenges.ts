import { randomBytes } from 'node:crypto'
import { MESSAGES, PASSKEY_CHALLENGE_MINUTES } from '../../../contract/passkeys.ts'
import type { Clock } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type Id, secretHash } from '../../platform/ids.ts'
import { isSignature, sign } from '../../platform/server-keys.ts'
import type { Queryable } from '../../schema.ts'
import * as queries from './passkey-queries.ts'

// What a device has to sign. A challenge is signed by the server itself, so that nothing is kept of
// those handed out: anybody may ask for one. Of one that comes back, the hash is kept until it is
// over, so that it counts once.

const VALID_MS = PASSKEY_CHALLENGE_MINUTES * 60_000
const NONCE_BYTES = 16
const CHALLENGE = /^(\d{1,16})\.([\w-]{22})\.([\w-]{22})$/

/** What the signature is for, and whose it has to be where somebody is signed in. */
export type ChallengePurpose = 'sign-in' | `add ${Id}` | `confirm ${Id}`

export function createPasskeyChallenges(key: Buffer, clock: Clock) {
  const signed = (purpose: ChallengePurpose, expires: string, nonce: string) =>
    `${purpose} ${expires} ${nonce}`

  return {
    make(purpose: ChallengePurpose): Buffer<ArrayBuffer> {
      const expires = String(clock() + VALID_MS)
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      const signature = sign(key, signed(purpose, expires, nonce))
      return Buffer.from(`${expires}.${nonce}.${signature}`)
    },

    /** `challenge`: base64url. Refuses (400) one that is over, used, or for something else. */
    async spend(db: Queryable, purpose: ChallengePurpose, challenge: string): Promise<void> {
      const text = Buffer.from(challenge, 'base64url').toString()
      const [, expires = '', nonce = '', signature = ''] = CHALLENGE.exec(text) ?? []
      const isOurs = isSignature(key, signed(purpose, expires, nonce), signature)
      const isSpent =
        !isOurs ||
        Number(expires) <= clock() ||
        !(await queries.spendChallenge(db, secretHash(text), Number(expires)))
      if (isSpent)
        throw new HttpError('bad_request', MESSAGES.challengeOver, { reason: 'wrong_challenge' })
    },
  }
}
