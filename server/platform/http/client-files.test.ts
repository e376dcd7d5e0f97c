import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerClientFiles } from './client-files.ts'

const PAGE = '<!doctype html><title>Snug</title>'
const SCRIPT = 'export const words = "warm ".repeat(1_000)'
const FOR_GOOD = 'public, max-age=31536000, immutable'

let parent: string
let app: FastifyInstance

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'snug-client-'))
  // A folder above may be called anything.
  const folder = join(parent, 'assets', 'web')
  await mkdir(join(folder, 'assets'), { recursive: true })
  for (const [path, text] of [
    ['index.html', PAGE],
    ['service-worker.js', SCRIPT],
    ['manifest.webmanifest', '{}'],
    ['assets/start-1a2b.js', SCRIPT],
  ] as const) {
    await writeFile(join(folder, path), text)
    await writeFile(join(folder, `${path}.br`), brotliCompressSync(text))
    await writeFile(join(folder, `${path}.gz`), gzipSync(text))
  }
  await writeFile(join(folder, 'icon-192.png'), 'not compressed')
  app = fastify()
  await registerClientFiles(app, folder)
})

afterAll(async () => {
  await app.close()
  await rm(parent, { recursive: true })
})

const get = (url: string, encoding = 'identity') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } })

describe('the client', () => {
  it('goes out in brotli, else gzip, else as it is, and says that it depends', async () => {
    const url = '/assets/start-1a2b.js'
    const brotli = await get(url, 'gzip, deflate, br, zstd')
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotli.headers['content-type']).toMatch('javascript')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)
    const gzip = await get(url, 'gzip')
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
    const plain = await get(url)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.vary).toBe('accept-encoding')
    expect(plain.body).toBe(SCRIPT)
    expect((await get('/icon-192.png', 'br')).body).toBe('not compressed')
  })

  it('is kept for good where the name has a hash, and asked for each time where not', async () => {
    expect((await get('/assets/start-1a2b.js', 'br')).headers['cache-control']).toBe(FOR_GOOD)
    expect((await get('/assets/start-1a2b.js')).headers['cache-control']).toBe(FOR_GOOD)
    for (const path of ['/', '/friends', '/service-worker.js', '/manifest.webmanifest'])
      for (const encoding of ['br', 'identity'])
        expect((await get(path, encoding)).headers['cache-control'], path).toBe('no-cache')
  })

  it('answers each of its places with its page, compressed as well', async () => {
    for (const path of ['/', '/friends', '/spaces/x?requests=1']) {
      const answer = await get(path, 'br')
      expect(brotliDecompressSync(answer.rawPayload).toString(), path).toBe(PAGE)
      expect(answer.headers['content-type']).toMatch('text/html')
      expect((await get(path)).body).toBe(PAGE)
    }
  })

  it('answers 404 for a file of another build, a call that is none, and a way out', async () => {
    for (const path of ['/assets/start-gone.js', '/api/nothing', '/media/nothing', '/api'])
      expect((await get(path)).statusCode, path).toBe(404)
    expect((await get('/assets/..%2f..%2f..%2fetc%2fpasswd')).statusCode).toBeGreaterThanOrEqual(
      400,
    )
  })

  it('is not sent again while it is the same', async () => {
    const { etag } = (await get('/', 'br')).headers
    const headers = { 'accept-encoding': 'br', 'if-none-match': String(etag) }
    expect((await app.inject({ url: '/', headers })).statusCode).toBe(304)
  })
})

it('a page that cannot be read just now is told of, and the next is read', async () => {
  let isAway = false
  const server = fastify()
  await registerClientFiles(server, join(parent, 'assets', 'web'), {
    written: () => ({
      '/': async () => {
        if (isAway) throw new Error('The folder is being changed.')
        return {
          ...{ type: 'text/html', etag: '"tea"' },
          form: async () => ({ body: Buffer.from(PAGE), headers: {} }),
        }
      },
    }),
  })
  const statusOf = async (url: string) => (await server.inject({ url })).statusCode
  expect(await statusOf('/profile/tea')).toBe(200)
  isAway = true
  expect([await statusOf('/'), await statusOf('/profile/tea')]).toEqual([500, 500])
  isAway = false
  expect(await statusOf('/profile/tea')).toBe(200)
  await server.close()
})
