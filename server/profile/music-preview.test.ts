import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { MESSAGES, musicPreview } from '../../contract/profile.ts'
import { UNMEASURABLE } from '../../tests/access/any-input.ts'
import { ada } from '../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../tests/scenes/scene-for-each.ts'
import { testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { type SafeFetch, SafeFetchError } from '../platform/safe-fetch/safe-fetch.ts'

const ID = '4uLU6hMCjMI75M1A2tKUQC'
const PAGE = `https://open.spotify.com/track/${ID}`
const OEMBED = `https://open.spotify.com/oembed?url=${encodeURIComponent(PAGE)}`
const COVER = 'https://i.scdn.co/image/cover'

/** What the stand-in for the internet has, by address. */
let site: Map<string, Buffer>
let asked: string[]
let server: TestServer
let member: Member
openForEach(async () => {
  asked = []
  site = new Map()
  const safeFetch: SafeFetch = {
    async get(url, { accept }) {
      asked.push(url)
      await new Promise(setImmediate)
      const body = site.get(url)
      if (!body) throw new SafeFetchError(`There is no ${accept} at ${url}.`)
      return body
    },
  }
  server = await openTestServer({ safeFetch })
  member = await server.join(ada)
  return server
})

const say = (answer: object) => site.set(OEMBED, Buffer.from(JSON.stringify(answer)))
const resolve = (url: unknown, as: Member | undefined = member) =>
  server.call('POST', '/users/spotify/resolve', { ...(as ? { as } : {}), body: { url } })

describe('the preview of a music link', () => {
  it('says what the site says, with a small picture of our own', async () => {
    say({
      title: 'Rain on the roof',
      author_name: 'Cleo',
      provider_name: 'Spotify',
      thumbnail_url: COVER,
      html: '<iframe src="https://evil.example">',
    })
    site.set(COVER, await testImage('jpeg', { width: 300, height: 300 }))
    const answer = await resolve(`https://open.spotify.com/intl-de/track/${ID}?si=who-shared-it`)
    expect(answer.statusCode).toBe(200)
    const preview = musicPreview.parse(answer.json())
    expect(preview).toMatchObject({
      title: 'Rain on the roof',
      artist: 'Cleo',
      owner: 'Cleo',
      url: PAGE,
    })
    const [head, data] = preview.image?.split(',') ?? []
    expect(head).toBe('data:image/webp;base64')
    const { width, height, format } = await sharp(Buffer.from(data ?? '', 'base64')).metadata()
    expect({ width, height, format }).toEqual({ width: 96, height: 96, format: 'webp' })
    expect(answer.body).not.toContain('evil')
    expect(asked).toEqual([OEMBED, COVER])
  })

  it('is a title and nothing else when the site says no more', async () => {
    say({ title: 'Rain', author_name: 7, thumbnail_url: null })
    expect((await resolve(PAGE)).json()).toEqual({
      title: 'Rain',
      artist: '',
      owner: '',
      url: PAGE,
      image: null,
    })
  })

  it('is none where what the site says cannot be compared', async () => {
    say({ title: UNMEASURABLE })
    expect((await resolve(PAGE)).json()).toMatchObject({ title: '', url: PAGE, image: null })
  })

  it('is text of one line, and not too long', async () => {
    say({ title: ` Rain\n\u0000on <b>the</b>${' roof'.repeat(200)}` })
    const { title } = (await resolve(PAGE)).json()
    expect(title).toMatch(/^Rain on <b>the<\/b> roof roof/)
    expect(title.length).toBeLessThanOrEqual(300)
  })

  it.each([
    'https://i.scdn.co.evil.example/cover',
    'https://evilscdn.co/cover',
    'https://scdn.co/cover',
    'https://10.0.0.1/.scdn.co',
    'nothing',
  ])('has no picture from %s', async (thumbnail_url) => {
    say({ title: 'Rain', thumbnail_url })
    site.set(thumbnail_url, await testImage())
    expect((await resolve(PAGE)).json().image).toBeNull()
    expect(asked).toEqual([OEMBED])
  })

  it.each([
    ['is missing', null],
    ['is no picture', Buffer.from('<svg/>')],
    ['is damaged', Buffer.from('\x89PNG\r\n\x1a\nnot really', 'latin1')],
  ])('has no picture when that %s', async (_what, bytes) => {
    say({ title: 'Rain', thumbnail_url: COVER })
    if (bytes) site.set(COVER, bytes)
    expect((await resolve(PAGE)).json()).toMatchObject({ title: 'Rain', image: null })
    expect(asked).toEqual([OEMBED, COVER])
  })

  it('asks for a token', KEEPS_SCENE, async () => {
    const answer = await server.call('POST', '/users/spotify/resolve', { body: { url: PAGE } })
    expect(answer.statusCode).toBe(401)
    expect(asked).toEqual([])
  })
})

describe('there is no preview, and nothing is called,', () => {
  it.each([
    'https://example.org/track/a',
    'https://open.spotify.com.example.org/track/a',
    'https://example.org/?https://open.spotify.com/track/a',
    'http://open.spotify.com/track/a',
    'https://open.spotify.com:8443/track/a',
    'https://ada:tea@open.spotify.com/track/a',
    'https://open.spotify.com/user/a',
    'https://open.spotify.com/track',
    'https://open.spotify.com/track/..%2Fa',
    'https://open.spotify.com/oembed?url=https://10.0.0.1/',
    'https://127.0.0.1/track/a',
    'javascript:alert(1)',
    'tea',
    '',
  ])('for %j', KEEPS_SCENE, async (url) => {
    const answer = await resolve(url)
    expect([answer.statusCode, answer.json().msg]).toEqual([404, MESSAGES.musicMissing])
    expect(asked).toEqual([])
  })

  it.each([undefined, 7, null, {}, 'x'.repeat(501)])('for %j', KEEPS_SCENE, async (url) => {
    expect((await resolve(url)).statusCode).toBe(400)
    expect(asked).toEqual([])
  })
})

const NOTHING_KNOWN = { title: '', artist: '', owner: '', url: PAGE, image: null }

describe('a site that fails', () => {
  it.each([
    ['is away', null],
    ['sends no JSON', '<html>'],
    ['sends a list', '[]'],
    ['sends no title', '{"html":"<b>"}'],
    ['sends a blank title', '{"title":" \\n"}'],
  ])('leaves the texts empty when it %s', async (_what, body) => {
    if (body) site.set(OEMBED, Buffer.from(body))
    expect((await resolve(PAGE)).json()).toEqual(NOTHING_KNOWN)
  })

  it('is asked again after five minutes', async () => {
    await resolve(PAGE)
    say({ title: 'Rain' })
    server.pass(5 * 60_000 - 1)
    expect((await resolve(PAGE)).json()).toEqual(NOTHING_KNOWN)
    server.pass(1)
    expect((await resolve(PAGE)).json().title).toBe('Rain')
    expect(asked).toEqual([OEMBED, OEMBED])
  })
})

describe('the site', () => {
  it('is asked once a day, and once for many at the same moment', async () => {
    say({ title: 'Rain' })
    const answers = await Promise.all([1, 2, 3].map(() => resolve(`${PAGE}?si=${Math.random()}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    server.pass(DAY_MS - 1)
    const signedIn = await server.signIn(ada)
    await resolve(PAGE, signedIn)
    expect(asked).toEqual([OEMBED])
    server.pass(1)
    await resolve(PAGE, signedIn)
    expect(asked).toEqual([OEMBED, OEMBED])
  })

  it('may be asked for 30 previews a minute', async () => {
    const limited = await openTestServer({ rateLimits: true })
    const as = await limited.join(ada)
    const ask = () =>
      limited.call('POST', '/users/spotify/resolve', { as, body: { url: 'https://example.org' } })
    for (let time = 0; time < 30; time++) expect((await ask()).statusCode).toBe(404)
    expect((await ask()).statusCode).toBe(429)
    await limited.close()
  })
})
