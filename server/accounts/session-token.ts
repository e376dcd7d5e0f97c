import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import { secretHash } from '../platform/ids.ts'
import { lruOf } from '../platform/lru.ts'

const TOKEN_LIFETIME_MS = 15 * 60_000
/** Longer than any token of ours; a longer text is not looked at. */
const TOKEN_MAX_LENGTH = 2_000
const TOKENS_KNOWN = 10_000
const AUDIENCE = 'snug-session'

export interface TokenClaims {
  /** Known to the tokens of the session alone. */
  sessionSecret: string
  /** Its hash, which names the session everywhere else. */
  sessionId: string
  generation: number
  /** When it ends, in milliseconds since the epoch, whole seconds. */
  expiresAt: number
}

export interface TokenCodec {
  /** The same session, generation and moment always give the same token. */
  issue(sessionSecret: string, generation: number, now: number): string
  /** The claims of a token this community signed, also when it has expired; null for all else. */
  read(token: string): TokenClaims | null
}

// The audience is asked for here alone: the library lets a token without one pass.
const payload = z.object({
  aud: z.literal(AUDIENCE),
  sid: z.string(),
  gen: z.number().int(),
  exp: z.number().int(),
})

/** Whoever reads the database cannot name a session in a token, even with the key. */
export function sessionIdOf(sessionSecret: string): string {
  return secretHash(sessionSecret)
}

/** Tokens are JWTs signed with HMAC-SHA256; any other algorithm is refused. */
export function createTokenCodec(key: Buffer): TokenCodec {
  const sign = createSigner({ key, algorithm: 'HS256', aud: AUDIENCE, noTimestamp: true })
  // Expiry is judged by the clock passed in, and a refresh takes expired tokens.
  const verify = createVerifier({
    key,
    algorithms: ['HS256'],
    ignoreExpiration: true,
    cache: false,
  })
  // What a token says never changes; whether its session lives is asked of the database each time.
  const known = lruOf<string, TokenClaims>(TOKENS_KNOWN)

  function readAnew(token: string): TokenClaims | null {
    try {
      const { sid, gen, exp } = payload.parse(verify(token))
      const claims = {
        sessionSecret: sid,
        sessionId: sessionIdOf(sid),
        generation: gen,
        expiresAt: exp * 1_000,
      }
      known.set(token, claims)
      return claims
    } catch {
      return null
    }
  }

  return {
    issue(sid, gen, now) {
      return sign({ sid, gen, exp: Math.floor((now + TOKEN_LIFETIME_MS) / 1_000) })
    },
    read(token) {
      if (token.length > TOKEN_MAX_LENGTH) return null
      return known.get(token) ?? readAnew(token)
    },
  }
}
