import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import type { Post } from '../../../contract/posts.ts'
import { chat, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import {
  allCardsFetched,
  openLinkSites,
  page,
  pour,
  redirect,
  type Site,
} from '../../../tests/link-sites.ts'
import { ada } from '../../../tests/people.ts'
import { PUBLIC } from '../../../tests/sites-fetch.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { deleteUnusedCards } from './link-cards.ts'

// The picture that a page names is called as carefully as the page, and shown as a small square of
// our own, or whole where it is wide; whatever goes wrong, the card is there without it.

const MONTH_MS = 31 * DAY_MS

const jpeg = await sharp(await testImage('jpeg', { width: 600, height: 300 }))
  .withExif({ IFD0: { Artist: 'Somebody' } })
  .jpeg()
  .toBuffer()
const bytes =
  (body: Buffer | string, type = 'image/jpeg', headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
const toImage = redirect(() => 'https://good-picture.example/')
/** What hangs where the picture of a page should: for each a page at `shows-` and its name. */
const IMAGES: Record<string, Site> = {
  'good-picture.example': { answer: bytes(jpeg) },
  'moved-picture.example': { answer: toImage },
  'inside-picture.example': { addresses: ['10.0.0.1'], answer: bytes(jpeg) },
  'led-inside-picture.example': { answer: redirect(() => 'https://inside-picture.example/') },
  'led-to-address-picture.example': { answer: redirect(() => 'https://169.254.169.254/') },
  'rebinding-picture.example': {
    addresses: [PUBLIC, '127.0.0.1'],
    answer: redirect((url) => `${url}/again`),
  },
  'round-picture.example': { answer: redirect((url) => `${url}/again`) },
  'endless-picture.example': { answer: pour(jpeg, 'image/jpeg') },
  'bomb-picture.example': { answer: bytes(bomb(jpeg)) },
  'packed-picture.example': {
    answer: bytes(gzipSync(jpeg), 'image/jpeg', { 'content-encoding': 'gzip' }),
  },
  'slow-picture.example': { answer: drip(jpeg) },
  'drawn-picture.example': {
    answer: bytes('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
  },
  'drawn-as-jpeg-picture.example': { answer: bytes('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  'named-html-picture.example': { answer: bytes(jpeg, 'text/html') },
  'cut-picture.example': { answer: bytes(jpeg.subarray(0, 100)) },
  'gone-picture.example': { answer: (_request, response) => response.writeHead(404).end(jpeg) },
  'hung-up-picture.example': { answer: (request) => request.socket.destroy() },
}
const SITES: Record<string, Site> = { ...IMAGES }
const SHOWN = ['good-picture.example', 'moved-picture.example']
for (const host of Object.keys(IMAGES)) {
  const at = `<meta property="og:image" content="https://${host}/picture">`
  SITES[`shows-${host}`] = { answer: page(`<head>${at}<title>Shows</title>`) }
}

/** So large that it would fill the memory. */
function bomb(photo: Buffer): Buffer {
  const claims = Buffer.from(photo)
  const size = claims.indexOf(Buffer.from([0xff, 0xc0])) + 5
  claims.writeUInt16BE(40_000, size)
  claims.writeUInt16BE(40_000, size + 2)
  return claims
}

/** Until nobody listens any more. */
function drip(photo: Buffer): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).write(photo.subarray(0, 100))
    const drops = setInterval(() => response.write('.'), 100)
    response.once('close', () => clearInterval(drops))
  }
}

let server: TestServer
let author: Member
let sites: Awaited<ReturnType<typeof openLinkSites>>
const posts = new Map<string, Post>()
beforeAll(async () => {
  sites = await openLinkSites(SITES)
  server = await openTestServer({ safeFetch: sites.safeFetch })
  author = await server.join(ada)
  for (const host of Object.keys(IMAGES))
    posts.set(host, await post(`Look: https://shows-${host}/`))
  await allCardsFetched(server)
})
afterAll(async () => {
  await server.close()
  sites.close()
})

async function post(text: string): Promise<Post> {
  return (await server.call('POST', '/posts', { as: author, body: form({ text }) })).json().post
}
const read = async ({ _id }: Post): Promise<Post> =>
  (await server.call('GET', `/posts/${_id}`, { as: author })).json()

it.each(Object.keys(IMAGES))('of a page has a picture of our own or none: %s', async (host) => {
  const { link } = await read(posts.get(host) as Post)
  expect(link).toMatchObject({ title: 'Shows' })
  if (SHOWN.includes(host)) {
    const answer = await server.app.inject({ url: link?.image ?? '' })
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp' })
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    expect({ width, height, format }).toEqual({ width: 192, height: 192, format: 'webp' })
  } else expect(link?.image).toBeNull()
  if (IMAGES[host]?.addresses?.[0] === '10.0.0.1') expect(sites.calls).not.toContain(host)
})

it('is whole above a post where it is wide, without what its file said', async () => {
  const { link } = await read(posts.get('good-picture.example') as Post)
  expect(link?.wideImage).toMatchObject({ width: 600, height: 300 })
  expect(link?.wideImage?.sources.map(({ width }) => width)).toEqual([600])
  expect((await sharp(jpeg).metadata()).exif).toBeDefined()
  const { rawPayload } = await server.app.inject({ url: link?.wideImage?.sources[0]?.url ?? '' })
  const { width, height, exif } = await sharp(rawPayload).metadata()
  expect({ width, height, exif }).toEqual({ width: 600, height: 300, exif: undefined })
})

it('is a small square alone where it is no wide one', async () => {
  const tall = await testImage('jpeg', { width: 600, height: 900 })
  SITES['tall-picture.example'] = { answer: bytes(tall) }
  SITES['tall.example'] = {
    answer: page(
      '<head><meta property="og:image" content="https://tall-picture.example/"><title>Tall</title>',
    ),
  }
  const made = await post('https://tall.example/')
  await allCardsFetched(server)
  await expect.poll(async () => (await read(made)).link?.image).toBeTruthy()
  expect(await read(made)).not.toHaveProperty('link.wideImage')
})

describe('first said in a message', () => {
  const widthsOf = async (address: string | null | undefined) => {
    const images = server.services.db.selectFrom('images').select('widths')
    const kept = images.where('id', '=', address?.split('/')[3] ?? '')
    return (await kept.executeTakeFirstOrThrow()).widths
  }
  const calls = (host: string) => sites.calls.filter((called) => called === host).length

  it('is kept as the square that is shown there, and whole once a post says the link, asked for once', async () => {
    SITES['wide.example'] = SITES['shows-good-picture.example'] as Site
    const url = 'https://wide.example/first-said'
    const space = await makeSpace(server, author)
    await say(server, author, space, url)
    await allCardsFetched(server)
    const shown = async () => (await chat(server, author, space)).at(-1)?.link?.image
    await expect.poll(shown).toBeTruthy()
    const square = await shown()
    expect(await widthsOf(square)).toBe('[192]')
    const first = await post(url)
    // What is known already is there at once.
    expect(first.link).toMatchObject({ title: 'Shows', image: square })
    expect(first.link).not.toHaveProperty('wideImage')
    await allCardsFetched(server)
    await expect.poll(async () => (await read(first)).link?.wideImage?.width).toBe(600)
    expect(calls('wide.example')).toBe(2)
    await post(url)
    await say(server, author, space, url)
    await allCardsFetched(server)
    expect(calls('wide.example')).toBe(2)
    expect((await read(first)).link?.wideImage?.width).toBe(600)
  })

  it('is whole also where a post says the link while the square is on its way', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const answer: RequestListener = (request, response) =>
      void released.then(() => SITES['shows-good-picture.example']?.answer?.(request, response))
    SITES['slow-page.example'] = { answer }
    const url = 'https://slow-page.example/'
    const space = await makeSpace(server, author, { name: 'Shed' })
    await say(server, author, space, url)
    await vi.waitFor(() => expect(calls('slow-page.example')).toBe(1))
    const made = await post(url)
    release()
    await expect.poll(async () => (await read(made)).link?.title).toBe('Shows')
    // As the next look at what waits does.
    await say(server, author, space, url)
    await allCardsFetched(server)
    await expect.poll(async () => (await read(made)).link?.wideImage?.width).toBe(600)
    expect(calls('slow-page.example')).toBe(2)
  })

  it('never loses to a square that another server was slower to bring', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const shown = bytes(jpeg)
    const late: Site = { answer: (...to) => void released.then(() => shown(...to)) }
    SITES['late-picture.example'] = late
    const at = '<meta property="og:image" content="https://late-picture.example/picture">'
    SITES['shows-late.example'] = { answer: page(`<head>${at}<title>Late</title>`) }
    const beside = await openTestServer({ safeFetch: sites.safeFetch, beside: server })
    const space = await makeSpace(server, author, { name: 'Barn' })
    await say(beside, author, space, 'https://shows-late.example/')
    await vi.waitFor(() => expect(calls('late-picture.example')).toBe(1))
    late.answer = shown
    const made = await post('https://shows-late.example/')
    await expect.poll(async () => (await read(made)).link?.wideImage?.width).toBe(600)
    release()
    await beside.services.linkCards.stop()
    expect((await read(made)).link?.wideImage?.width).toBe(600)
    await beside.close()
  })
})

it('brings another picture when it is renewed, and takes its picture along when it goes', async () => {
  const { db } = server.services
  const url = 'https://shows-good-picture.example/own'
  const images = () =>
    db.selectFrom('images').select(['id', 'delete_after']).where('kind', '=', 'link').execute()
  const known = new Set((await images()).map(({ id }) => id))
  const own = async () => (await images()).filter(({ id }) => !known.has(id))
  const first = await post(url)
  await allCardsFetched(server)
  await expect.poll(async () => (await read(first)).link?.image).toBeTruthy()
  const before = (await read(first)).link?.image
  expect((await own()).map(({ delete_after }) => delete_after)).toEqual([null])
  server.pass(MONTH_MS)
  author = await server.signIn(ada)
  const again = await post(url)
  await allCardsFetched(server)
  await expect.poll(async () => (await read(first)).link?.image).not.toBe(before)
  const inUse = async () => (await own()).filter(({ delete_after }) => delete_after === null)
  expect((await inUse()).map(({ id }) => id)).toEqual([
    (await read(first)).link?.image?.split('/')[3],
  ])
  for (const { _id } of [first, again]) await server.call('DELETE', `/posts/${_id}`, { as: author })
  await deleteUnusedCards(server.services)
  expect(await inUse()).toEqual([])
})

it('opens by its address while anybody sees a post that shows it, and again where the post comes back', async () => {
  const shown = posts.get('good-picture.example') as Post
  const url = (await read(shown)).link?.image ?? ''
  const status = async () => (await server.app.inject({ url })).statusCode
  expect(await status()).toBe(200)
  const { db } = server.services
  const { link_card_id } = await db
    .selectFrom('posts')
    .select('link_card_id')
    .where('id', '=', Number(shown._id))
    .executeTakeFirstOrThrow()
  const setRemoved = (removed_at: number | null) =>
    db.updateTable('posts').set({ removed_at }).where('link_card_id', '=', link_card_id).execute()
  await setRemoved(server.services.clock())
  expect(await status()).toBe(404)
  await setRemoved(null)
  expect(await status()).toBe(200)
  await setAuthor({ suspended_until: server.services.clock() + MONTH_MS })
  expect(await status()).toBe(404)
  await setAuthor({ suspended_until: null })
  expect(await status()).toBe(200)
  await server.call('DELETE', `/posts/${shown._id}`, { as: author })
  expect(await status()).toBe(404)
})

it('of a message stays while its sender is suspended, and goes with their account', async () => {
  const space = await makeSpace(server, author)
  const body = { content: 'https://shows-good-picture.example/said' }
  await server.call('POST', `/spaces/${space._id}/messages`, { as: author, body })
  await allCardsFetched(server)
  const image = async () => (await chat(server, author, space)).at(-1)?.link?.image ?? ''
  await expect.poll(image).toBeTruthy()
  const url = await image()
  const status = async () => (await server.app.inject({ url })).statusCode
  await setAuthor({ suspended_until: server.services.clock() + MONTH_MS })
  expect(await status()).toBe(200)
  await setAuthor({ suspended_until: null, deleted_at: server.services.clock() })
  expect(await status()).toBe(404)
  await setAuthor({ deleted_at: null })
  expect(await status()).toBe(200)
})

function setAuthor(change: { suspended_until?: number | null; deleted_at?: number | null }) {
  const { db } = server.services
  return db.updateTable('users').set(change).where('id', '=', Number(author.user._id)).execute()
}
