import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ada } from '../../tests/people.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'
import { form, testImage } from '../../tests/test-images.ts'
import type { TestServer } from '../../tests/test-server.ts'
import { createHttpServer } from '../platform/http/http-server.ts'

// What every answer tells the browser about what it may load, say and be shown in: of each kind of
// answer all its headers, and no others.

const TRANSPORT = /^(connection|content-length|date|keep-alive|transfer-encoding)$/

async function prepare(dataDir: string) {
  const folder = join(dataDir, 'client')
  await mkdir(join(folder, 'assets'), { recursive: true })
  for (const path of ['index.html', 'service-worker.js', 'icon-192.png', 'assets/start-1a2b.js'])
    await writeFile(join(folder, path), 'Snug')
}

const open = (environment: Record<string, string> = {}) =>
  openScopedTestServer({ prepare, environment })

async function headersOf(server: TestServer, url: string, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ url, headers })
  const told = Object.entries(answer.headers).filter(([name]) => !TRANSPORT.test(name))
  return { answer, headers: Object.fromEntries(told) as Record<string, string> }
}

const NOSNIFF = { 'x-content-type-options': 'nosniff' }
const A_PAGE = {
  ...NOSNIFF,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': expect.any(String),
  'permissions-policy': expect.any(String),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  vary: 'accept-encoding',
}
const JSON_ANSWER = {
  ...NOSNIFF,
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-request-id': expect.any(String),
}
const A_FILE = { ...NOSNIFF, etag: expect.any(String), vary: 'accept-encoding' }

describe('the headers of', () => {
  it.each<[what: string, url: string, status: number, headers: object]>([
    ['the page', '/', 200, { ...A_PAGE, etag: expect.any(String) }],
    ['one of its places', '/friends', 200, { ...A_PAGE, etag: expect.any(String) }],
    [
      'its service worker',
      '/service-worker.js',
      200,
      {
        ...A_PAGE,
        etag: expect.any(String),
        'content-type': 'application/javascript; charset=utf-8',
      },
    ],
    [
      'an asset',
      '/assets/start-1a2b.js',
      200,
      {
        ...A_FILE,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    ],
    [
      'another file',
      '/icon-192.png',
      200,
      { ...A_FILE, 'content-type': 'image/png', 'cache-control': 'no-cache' },
    ],
    ['JSON', '/api/health', 200, JSON_ANSWER],
    ['a refusal', '/api/users/user', 401, JSON_ANSWER],
    ['a call that is none', '/api/nothing', 404, JSON_ANSWER],
    ['an asset of another build', '/assets/start-gone.js', 404, JSON_ANSWER],
    ['an address that cannot be read', '/%', 400, JSON_ANSWER],
    [
      'a picture that is not there',
      '/media/photo/6f1d5e0a-2c7b-4a8e-9d41-7c0f5d1b2a3e/320.webp',
      404,
      {
        ...JSON_ANSWER,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      },
    ],
    ['the description of the API', '/api/docs/', 200, A_PAGE],
    [
      'its program',
      '/api/docs/js/scalar.js',
      200,
      {
        ...NOSNIFF,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        vary: 'accept-encoding',
      },
    ],
    [
      'the description for programs',
      '/api/openapi.json',
      200,
      {
        ...NOSNIFF,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      },
    ],
    [
      'what is said to search engines',
      '/robots.txt',
      200,
      {
        ...NOSNIFF,
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=86400',
      },
    ],
  ])('%s', async (_what, url, status, expected) => {
    const { answer, headers } = await headersOf(await open(), url)
    expect(answer.statusCode).toBe(status)
    expect(headers).toEqual(expected)
  })

  it('a picture', async () => {
    const server = await open()
    const member = await server.join(ada)
    const photo = { name: 'profilePhoto', filename: 'tea.png', bytes: await testImage() }
    const body = form({}, photo)
    const changed = await server.call('PUT', '/users/profile', { as: member, body })
    const { answer, headers } = await headersOf(server, changed.json().profilePhoto)
    expect(answer.statusCode).toBe(200)
    expect(headers).toEqual({
      ...NOSNIFF,
      'content-type': 'image/webp',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it('the first page while the server starts', async () => {
    const httpServer = createHttpServer()
    const port = await httpServer.listen(0, '127.0.0.1')
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    await answer.text()
    await httpServer.close()
    const told = [...answer.headers].filter(([name]) => !TRANSPORT.test(name))
    expect([answer.status, Object.fromEntries(told)]).toEqual([
      503,
      {
        ...NOSNIFF,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'retry-after': '2',
      },
    ])
  })
})

describe('the page', () => {
  const policyOf = async (server: TestServer, url: string) => {
    const policy = (await headersOf(server, url)).headers['content-security-policy'] ?? ''
    return Object.fromEntries(
      policy.split(';').map((line) => line.trim().split(/ (.*)/).slice(0, 2) as [string, string]),
    )
  }

  it.each(['/', '/friends', '/service-worker.js'])(
    'at %s runs nothing but our own',
    async (url) => {
      expect(await policyOf(await open(), url)).toEqual({
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
        'trusted-types': 'service-worker',
      })
    },
  )

  it('may not use what nothing here asks for', async () => {
    const { headers } = await headersOf(await open(), '/')
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(headers['permissions-policy']).toContain(`${feature}=()`)
  })

  it('asks for https from then on only where it is served by it', async () => {
    const plain = await headersOf(await open({ PUBLIC_URL: 'http://snug.lan' }), '/')
    expect(plain.headers['strict-transport-security']).toBeUndefined()
  })

  it.each(['GET', 'POST', 'OPTIONS'] as const)(
    'of another origin is granted nothing by %s',
    async (method) => {
      const server = await open()
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      for (const url of ['/api/users/login', '/api/docs/', '/api/openapi.json']) {
        const answer = await server.app.inject({ method, url, headers })
        expect(
          Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
        ).toEqual([])
      }
    },
  )
})

describe('the description of the API', () => {
  it('runs in a sandbox, calls nobody and is small', async () => {
    const server = await open()
    const { headers } = await headersOf(server, '/api/docs/')
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/; sandbox allow-scripts allow-downloads$/)
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]+='; /)
    expect(policy).not.toContain('connect-src')
    expect((await headersOf(server, '/api/docs')).answer.headers.location).toBe('/api/docs/')
    for (const url of ['/api/docs/', '/api/docs/js/scalar.js', '/api/openapi.json']) {
      const plain = (await headersOf(server, url)).answer
      const small = await headersOf(server, url, { 'accept-encoding': 'gzip, br' })
      const older = await headersOf(server, url, { 'accept-encoding': 'gzip' })
      expect(small.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(small.answer.rawPayload).toString() === plain.body).toBe(true)
      expect(gunzipSync(older.answer.rawPayload).toString() === plain.body).toBe(true)
      expect(small.answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    }
  })
})
