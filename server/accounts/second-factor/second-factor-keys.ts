import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Id } from '../../platform/ids.ts'
import { isSignature, type ServerKeys, sign } from '../../platform/server-keys.ts'
import type { UserRow } from '../../schema.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CHALLENGE = /^(\d{1,16})\.(\d{1,16})\.([01])\.([\w-]{22})$/

/** What a password that was right leads to, until the code is right as well. */
interface Challenge {
  userId: Id
  rememberMe: boolean
  expiresAt: number
}

export type SecondFactorKeys = ReturnType<typeof createSecondFactorKeys>

/** What the server's secret does for second factors: none of it can be made from the database. */
export function createSecondFactorKeys(keys: ServerKeys) {
  const secretsKey = keys('second factors')
  const challengesKey = keys('sign-in challenges')
  // Bound to the password: a new one ends every challenge of before.
  const signed = ({ userId, expiresAt, rememberMe }: Challenge, passwordHash: string) =>
    `${userId} ${expiresAt} ${rememberMe} ${passwordHash}`

  return {
    /** The secret of an app, readable for this member's row alone. */
    encrypt(secret: string, userId: Id): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, secretsKey, nonce).setAAD(Buffer.from(String(userId)))
      const sealed = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },

    /** Null when another secret of the server, or another member's row, made it. */
    decrypt(sealed: string, userId: Id): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, secretsKey, bytes.subarray(0, NONCE_BYTES))
        decipher.setAAD(Buffer.from(String(userId))).setAuthTag(bytes.subarray(-TAG_BYTES))
        const words = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([words, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },

    challenge(challenge: Challenge, { password_hash }: Pick<UserRow, 'password_hash'>): string {
      const { userId, expiresAt, rememberMe } = challenge
      const signature = sign(challengesKey, signed(challenge, password_hash))
      return `${userId}.${expiresAt}.${rememberMe ? 1 : 0}.${signature}`
    },

    /** What it says of itself: to be checked by `isChallengeOf`. */
    readChallenge(text: string): Challenge | null {
      const [, userId, expiresAt, rememberMe] = CHALLENGE.exec(text) ?? []
      if (!userId) return null
      const [id, end] = [Number(userId), Number(expiresAt)]
      if (!Number.isSafeInteger(id) || !Number.isSafeInteger(end)) return null
      return { userId: id, expiresAt: end, rememberMe: rememberMe === '1' }
    },

    isChallengeOf(text: string, { password_hash }: UserRow, clock: Clock): boolean {
      const challenge = this.readChallenge(text)
      if (!challenge || challenge.expiresAt <= clock()) return false
      const signature = text.slice(text.lastIndexOf('.') + 1)
      return isSignature(challengesKey, signed(challenge, password_hash), signature)
    },
  }
}
