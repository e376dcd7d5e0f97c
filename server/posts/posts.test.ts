import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES, MESSAGES, POST_TEXT_MAX, type Post } from '../../contract/posts.ts'
import { dateString, promptOf } from '../../contract/theme.ts'
import {
  befriend,
  feed,
  makePrivate,
  post,
  postWithImage,
  texts,
} from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../tests/scenes/scene-for-each.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

const NOWHERE = MISSING_ID
const { themeMissing: THEME_MISSING, themeOver: THEME_OVER } = MESSAGES

let server: TestServer
let author: Member
let reader: Member
openForEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
  return server
})

const send = (as: Member | undefined, body: FormData) =>
  server.call('POST', '/posts', { ...(as ? { as } : {}), body })

async function imageFiles() {
  const entries = await readdir(join(server.dataDir, 'images'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('POST /posts', () => {
  it('makes a post of text', async () => {
    const answer = await send(author, form({ text: '  Good morning\r\nall  ' }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      message: MESSAGES.created,
      post: { text: 'Good morning\nall', image: null, audience: 'public', likes: [] },
    })
    expect(texts(await feed(server, author, 'friends'))).toEqual(['Good morning\nall'])
  })

  it('keeps the theme it was written about, which leads to all that was', async () => {
    const today = dateString(new Date(server.services.clock()))
    const about = async (as: Member, text: string) =>
      (await send(as, form({ text, themeDate: today }))).json().post as Post
    const written = await about(author, 'Thank you, Ben')
    expect(written.theme).toEqual({ date: today, prompt: promptOf(today) })
    expect((await post(server, author, 'Not about it')).theme).toBeNull()
    const secret = await server.join(cleo)
    await makePrivate(server, secret)
    await about(secret, 'Only for friends')
    const read = async (as: Member) =>
      texts((await server.call('GET', `/posts/themes/${today}`, { as })).json())
    expect(await read(reader)).toEqual(['Thank you, Ben'])
    await befriend(server, secret, reader)
    expect(await read(reader)).toEqual(['Only for friends', 'Thank you, Ben'])
    expect((await server.call('GET', `/posts/themes/${today}`)).statusCode).toBe(401)
    expect((await server.call('GET', '/posts/themes/today', { as: reader })).statusCode).toBe(404)
  })

  it('asks for a token', KEEPS_SCENE, async () => {
    expect((await send(undefined, form({ text: 'Hello' }))).statusCode).toBe(401)
  })

  it.each([
    ['no text', {}, 'text', MESSAGES.textMissing],
    ['blank text', { text: ' \n\t ' }, 'text', MESSAGES.textMissing],
    ['5,001 characters', { text: 'x'.repeat(POST_TEXT_MAX + 1) }, 'text', MESSAGES.textLong],
    ['a megabyte of text', { text: 'x'.repeat(1_000_000) }, 'text', MESSAGES.textLong],
    ['the theme of no day', { text: 'a', themeDate: '2026-02-31x' }, 'themeDate', THEME_MISSING],
    ['a theme of long ago', { text: 'a', themeDate: '2020-01-01' }, 'themeDate', THEME_OVER],
    ['a long description', { text: 'a', imageAlt: 'x'.repeat(501) }, 'imageAlt', MESSAGES.altLong],
  ])('refuses %s', KEEPS_SCENE, async (_what, fields, field, sentence) => {
    const answer = await send(author, form(fields))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ msg: sentence, fields: { [field]: sentence } })
    expect(texts(await feed(server, author, 'friends'))).toEqual([])
  })

  it('takes 5,000 emoji as 5,000 characters', async () => {
    expect((await send(author, form({ text: '🫖'.repeat(POST_TEXT_MAX) }))).statusCode).toBe(201)
  })

  it('keeps markup, bidi controls and zalgo as text', async () => {
    const text = "<script>alert(1)</script> \u202Eabc Z̸̢̛͖a̵l̷g̶o {{7*7}} ' or 1=1"
    expect((await post(server, author, text)).text).toBe(text)
  })

  it('takes a picture with its description', async () => {
    const shown = await postWithImage(server, author)
    expect(shown.image).toMatchObject({ width: 64, height: 48, alt: 'An ember field' })
    expect(shown.image?.placeholder).toMatch(/^data:image\/webp;base64,/)
    const url = shown.image?.sources[0]?.url ?? ''
    const file = await server.app.inject({ url })
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(file.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  })

  it('takes a form whose file was left empty', async () => {
    const empty = { name: 'image', filename: '', bytes: Buffer.alloc(0) }
    expect((await send(author, form({ text: 'No picture' }, empty))).statusCode).toBe(201)
  })

  it.each([
    ['a text file named .png', Buffer.from('just words'), 415],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a file over 15 MB', Buffer.alloc(IMAGE_MAX_BYTES + 1), 413],
    ['20 MB', Buffer.alloc(20 * 1024 * 1024), 413],
  ])('refuses %s and makes no post', KEEPS_SCENE, async (_what, bytes, status) => {
    const file = { name: 'image', filename: 'picture.png', bytes }
    const answer = await send(author, form({ text: 'With a file' }, file))
    expect(answer.statusCode).toBe(status)
    expect(answer.json().fields.image).toBe(answer.json().msg)
    expect(texts(await feed(server, author, 'friends'))).toEqual([])
    expect(await server.services.db.selectFrom('images').selectAll().execute()).toEqual([])
  })

  it('refuses a truncated picture', KEEPS_SCENE, async () => {
    const whole = await testImage('jpeg', { width: 400, height: 400 })
    const bytes = whole.subarray(0, whole.length / 2)
    const file = { name: 'image', filename: 'a.jpg', bytes }
    expect((await send(author, form({ text: 'Half' }, file))).statusCode).toBe(400)
  })

  it('refuses two pictures', KEEPS_SCENE, async () => {
    const body = form(
      { text: 'Two' },
      { name: 'image', filename: 'a.png', bytes: await testImage() },
    )
    body.append('image', new Blob([new Uint8Array(await testImage())]), 'b.png')
    expect((await send(author, body)).json()).toMatchObject({
      fields: { image: MESSAGES.oneImage },
    })
  })

  it('refuses what is no form', KEEPS_SCENE, async () => {
    const answer = await server.call('POST', '/posts', { as: author, body: { text: 'JSON' } })
    expect(answer.statusCode).toBe(415)
  })

  it('limits posts to 30 a minute', async () => {
    const limited = await openTestServer({ rateLimits: true })
    const busy = await limited.join(cleo)
    const statuses: number[] = []
    for (let index = 0; index < 31; index++) {
      const body = form({ text: `Post ${index}` })
      statuses.push((await limited.call('POST', '/posts', { as: busy, body })).statusCode)
    }
    await limited.close()
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('DELETE /posts/{id}', () => {
  const remove = (as: Member | undefined, id: string) =>
    server.call('DELETE', `/posts/${id}`, as ? { as } : {})

  it('removes one’s own post with its picture, on disk too', async () => {
    const { _id } = await postWithImage(server, author)
    expect(await imageFiles()).not.toEqual([])
    expect((await remove(author, _id)).statusCode).toBe(200)
    expect(texts(await feed(server, author, 'public'))).toEqual([])
    await server.services.images.sweepSoon()
    expect(await imageFiles()).toEqual([])
    expect((await remove(author, _id)).statusCode).toBe(404)
  })

  it('refuses another’s post, a private one as if it were not there', async () => {
    const { _id } = await post(server, author, 'Mine')
    expect((await remove(reader, _id)).statusCode).toBe(403)
    expect((await remove(undefined, _id)).statusCode).toBe(401)
    await makePrivate(server, author)
    expect((await remove(reader, _id)).statusCode).toBe(404)
    expect(texts(await feed(server, author, 'public'))).toEqual(['Mine'])
  })

  it.each([NOWHERE, 'nonsense', "'; drop table posts; --"])(
    'answers 404 for %s',
    KEEPS_SCENE,
    async (id) => {
      expect((await remove(author, encodeURIComponent(id))).statusCode).toBe(404)
    },
  )
})

describe('DELETE /users/me', () => {
  it('asks for a token', KEEPS_SCENE, async () => {
    expect((await server.call('DELETE', '/users/me')).statusCode).toBe(401)
  })

  it('leaves nothing of the member, in the database or on disk', async () => {
    await postWithImage(server, author)
    await befriend(server, author, reader)
    await post(server, reader, 'I stay')
    expect((await server.call('DELETE', '/users/me', { as: author })).statusCode).toBe(200)
    // The answer waits for a second at most.
    await server.services.accountJobs.finish(author.id)
    await server.services.images.sweepSoon()
    expect(await imageFiles()).toEqual([])
    for (const table of [
      'users',
      'posts',
      'sessions',
      'mailed_links',
      'friendships',
      'images',
    ] as const) {
      const rows = await server.services.db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(author.user._id)
    }
    expect((await server.call('GET', '/users/user', { as: author })).statusCode).toBe(401)
    expect(texts(await feed(server, reader, 'public'))).toEqual(['I stay'])
  })
})
