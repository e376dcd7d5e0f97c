import { createSigner } from 'fast-jwt'
import { expect, it } from 'vitest'
import { createTokenCodec } from './session-token.ts'

const KEY = Buffer.alloc(32, 7)
const NOW = Date.UTC(2026, 0, 15)
const codec = createTokenCodec(KEY)
const payload = { sid: 'a-secret', gen: 1, exp: NOW / 1_000 + 60 }
const ours = { key: KEY, algorithm: 'HS256', aud: 'snug-session', noTimestamp: true } as const
const { aud: _aud, ...unaddressed } = ours

it('reads what it issued, and what is signed alike', () => {
  expect(codec.read(codec.issue('a-secret', 1, NOW))).toMatchObject({ generation: 1 })
  expect(codec.read(createSigner(ours)(payload))).toMatchObject({ generation: 1 })
})

it.each([
  ['for another purpose', { ...ours, aud: 'snug-media' }],
  ['for no purpose', unaddressed],
  ['by another key', { ...ours, key: Buffer.alloc(32, 8) }],
  ['in another way', { ...ours, algorithm: 'HS512' as const }],
])('reads nothing signed %s', (_what, options) => {
  expect(codec.read(createSigner(options)(payload))).toBeNull()
})

it('names a session by what does not open it', () => {
  const claims = codec.read(codec.issue('a-secret', 1, NOW))
  expect(claims?.sessionSecret).toBe('a-secret')
  expect(claims?.sessionId).not.toContain('a-secret')
  expect(claims?.sessionId).toHaveLength(43)
})
