import { describe, expect, it } from 'vitest'
import { openScopedTestServer } from '../tests/scoped-test-server.ts'
import type { TestServer } from '../tests/test-server.ts'

// What every answer tells the browser about what it may load, say and be shown in.

describe('the page', () => {
  const policyOf = async (server: TestServer, url: string) => {
    const { headers } = await server.app.inject({ url })
    const policy = String(headers['content-security-policy']).split(';')
    return {
      headers,
      policy: Object.fromEntries(
        policy.map((line) => line.trim().split(/ (.*)/).slice(0, 2) as [string, string]),
      ),
    }
  }

  it.each(['/', '/api/health', '/api/nothing'])('at %s runs nothing but our own', async (url) => {
    const { headers, policy } = await policyOf(await openScopedTestServer(), url)
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
    const secure = await policyOf(await openScopedTestServer(), '/')
    const plain = await policyOf(
      await openScopedTestServer({ environment: { PUBLIC_URL: 'http://snug.lan' } }),
      '/',
    )
    expect(secure.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(plain.headers['strict-transport-security']).toBeUndefined()
  })

  it.each(['GET', 'POST', 'OPTIONS'] as const)(
    'of another origin is granted nothing by %s',
    async (method) => {
      const server = await openScopedTestServer()
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      const answer = await server.app.inject({ method, url: '/api/users/login', headers })
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([])
    },
  )
})
