import { describe, expect, it } from 'vitest'
import type { TestHouse } from '../tests/house.ts'
import { openHouseOfTest } from '../tests/house-of-a-test.ts'

// What every answer tells the browser about what it may load, say and be shown in.

describe('the page', () => {
  const policyOf = async (house: TestHouse, url: string) => {
    const { headers } = await house.app.inject({ url })
    const policy = String(headers['content-security-policy']).split(';')
    return {
      headers,
      policy: Object.fromEntries(
        policy.map((line) => line.trim().split(/ (.*)/).slice(0, 2) as [string, string]),
      ),
    }
  }

  it.each(['/', '/api/health', '/api/nothing'])('at %s runs nothing but our own', async (url) => {
    const { headers, policy } = await policyOf(await openHouseOfTest(), url)
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'media-src': 'blob:',
      'frame-src': 'https://open.spotify.com',
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
    })
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(headers['x-powered-by']).toBeUndefined()
  })

  it('asks for https from then on only where it is served by it', async () => {
    const secure = await policyOf(await openHouseOfTest(), '/')
    const plain = await policyOf(
      await openHouseOfTest({ environment: { PUBLIC_URL: 'http://snug.lan' } }),
      '/',
    )
    expect(secure.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(plain.headers['strict-transport-security']).toBeUndefined()
  })

  it.each(['GET', 'POST', 'OPTIONS'] as const)(
    'of another origin is granted nothing by %s',
    async (method) => {
      const house = await openHouseOfTest()
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      const answer = await house.app.inject({ method, url: '/api/users/login', headers })
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([])
    },
  )
})
