import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { picture } from '../../../tests/pictures.ts'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { newId } from '../ids.ts'

// Processes take their time to start on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const get = (url: string) => server.app.inject({ url })

/** Keeps a picture of a post, and gives the id and the addresses that are handed out for it. */
async function keepPostPicture() {
  const bytes = await picture('png', { width: 600, height: 300 })
  const id = await server.services.images.save(newId(), 'post', bytes)
  const row = await server.services.db
    .selectFrom('images')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const urls = server.services.images.shown(row).sources.map(({ url }) => url)
  const { searchParams } = new URL(urls[0] ?? '', 'http://snug')
  const [expires = '', signature = ''] = searchParams.values()
  return { id, urls, remainingMs: server.services.images.remainingMs(id, expires, signature) }
}

async function keepPhoto() {
  const bytes = await picture('png', { width: 600, height: 300 })
  return server.services.images.save(newId(), 'photo', bytes)
}

describe('a post’s picture', () => {
  it('comes in the width asked for, and may be kept as long as its address lives', async () => {
    const { urls, remainingMs } = await keepPostPicture()
    const widths: (number | undefined)[] = []
    for (const url of urls) {
      const answer = await get(url)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(answer.rawPayload.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': `private, max-age=${remainingMs / 1_000}, immutable`,
      })
      widths.push((await sharp(answer.rawPayload).metadata()).width)
    }
    expect(widths).toEqual([480, 600])
  })

  it('is kept by a browser no longer than its address lives', async () => {
    const { urls, remainingMs } = await keepPostPicture()
    const [url = ''] = urls
    server.pass(remainingMs - 1_500)
    expect((await get(url)).headers['cache-control']).toBe('private, max-age=1, immutable')
    server.pass(1_500)
    expect((await get(url)).statusCode).toBe(404)
  })

  it('is not there without its own signature', async () => {
    const [{ id, urls }, other] = [await keepPostPicture(), await keepPostPicture()]
    const [url = ''] = urls
    expect((await get(url)).statusCode).toBe(200)
    for (const wrong of [
      url.replace(/\?.*/, ''),
      url.replace(/&signature=.*/, ''),
      url.replace(/expires=\d+&/, ''),
      url.replace(/expires=\d+/, 'expires=99999999999999'),
      url.replace(id, other.id),
      url.replace(/signature=.*/, 'signature='),
      url.replace('/post/', '/photo/'),
      `/media/photo/${id}/600.webp`,
    ])
      expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 404])
  })

  it('is not there in a width it was not kept in', async () => {
    const [url = ''] = (await keepPostPicture()).urls
    expect((await get(url.replace('480.webp', '960.webp'))).statusCode).toBe(404)
  })

  it('is gone with the image', async () => {
    const { id, urls } = await keepPostPicture()
    await server.services.images.release(server.services.db, [id])
    await server.services.images.sweepSoon()
    expect((await get(urls[0] ?? '')).statusCode).toBe(404)
  })
})

describe('a photo', () => {
  it('needs no signature', async () => {
    const id = await keepPhoto()
    const answer = await get(server.services.images.photoUrl(id) ?? '')
    expect(answer.statusCode).toBe(200)
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 192, height: 192 })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  it('is not handed out as a post’s picture', async () => {
    const id = await keepPhoto()
    expect((await get(`/media/post/${id}/192.webp`)).statusCode).toBe(404)
  })
})

it('says in a sentence that nothing is at an address that cannot be right', async () => {
  const id = await keepPhoto()
  expect((await get(`/media/photo/${id}/192.webp`)).statusCode).toBe(200)
  for (const path of [
    `photo/${newId()}/192.webp`,
    `photo/${id}/193.webp`,
    `photo/${id}/192.png`,
    `photo/${id}/19200.webp`,
    `photo/${id}/..%2f192.webp`,
    `photo/..%2f..%2f${id}/192.webp`,
    `photo/${id.toUpperCase()}/192.webp`,
    `../images/photo/${id.slice(-2)}/${id}.192.webp`,
  ]) {
    const answer = await get(`/media/${path}`)
    expect([path, answer.statusCode]).toEqual([path, 404])
    expect(answer.json().msg).toMatch(/^[A-Z].*\.$/)
  }
})
