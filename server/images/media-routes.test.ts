import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ada } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'

const HALF_HOUR_MS = 30 * 60_000

let server: TestServer
let member: Member
beforeAll(async () => {
  server = await openTestServer()
  member = await server.join(ada)
})
afterAll(() => server.close())

const get = (url: string, headers = {}) => server.app.inject({ url, headers })

/** A post with a picture, and the addresses of it that are handed out. */
async function postWithImage() {
  const bytes = await testImage('png', { width: 600, height: 300 })
  const body = form({ text: 'A picture' }, { name: 'image', filename: 'picture.png', bytes })
  const { post } = (await server.call('POST', '/posts', { as: member, body })).json()
  const urls: string[] = post.image.sources.map(({ url }: { url: string }) => url)
  return { postId: post._id, id: urls[0]?.split('/')[3] ?? '', urls }
}

async function keepPhoto() {
  const bytes = await testImage('png', { width: 600, height: 300 })
  const { db, images } = server.services
  const id = await images.save(newId(), 'photo', bytes)
  await images.use(db, id)
  return id
}

describe('a post’s picture', () => {
  it('comes in the width asked for, and is asked for again each time', async () => {
    const { id, urls } = await postWithImage()
    const widths: (number | undefined)[] = []
    for (const url of urls) {
      const answer = await get(url)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(answer.rawPayload.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache',
        etag: `"${id}-${url.match(/\d+\.webp/)}"`,
      })
      widths.push((await sharp(answer.rawPayload).metadata()).width)
    }
    expect(widths).toEqual([480, 600])
  })

  it('is not sent again to a browser that has it', async () => {
    const [url = '', larger = ''] = (await postWithImage()).urls
    const { etag } = (await get(url)).headers
    const again = await get(url, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['cache-control']).toBe('private, no-cache')
    expect((await get(larger, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('is there as long as its address lives', async () => {
    const [url = ''] = (await postWithImage()).urls
    server.pass(HALF_HOUR_MS - 1)
    expect((await get(url)).statusCode).toBe(200)
    server.pass(HALF_HOUR_MS + 1)
    expect((await get(url)).statusCode).toBe(404)
    member = await server.signIn(ada)
  })

  it('is not there without its own signature', async () => {
    const [{ id, urls }, other] = [await postWithImage(), await postWithImage()]
    const [url = ''] = urls
    expect((await get(url)).statusCode).toBe(200)
    for (const wrong of [
      url.replace(/\?.*/, ''),
      url.replace(/&signature=.*/, ''),
      url.replace(/expires=\d+&/, ''),
      url.replace(/viewer=\d+&/, ''),
      url.replace(/viewer=\d+/, `viewer=${newId()}`),
      url.replace(/expires=\d+/, 'expires=99999999999999'),
      url.replace(id, other.id),
      url.replace(/signature=.*/, 'signature='),
      url.replace('/post/', '/photo/'),
      `/media/photo/${id}/600.webp`,
    ])
      expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 404])
  })

  it('is not there in a width it was not kept in', async () => {
    const [url = ''] = (await postWithImage()).urls
    expect((await get(url.replace('480.webp', '960.webp'))).statusCode).toBe(404)
  })

  it('is gone with the post, before its files are', async () => {
    const { postId, urls } = await postWithImage()
    expect((await server.call('DELETE', `/posts/${postId}`, { as: member })).statusCode).toBe(200)
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
