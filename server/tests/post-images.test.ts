import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { IMAGES_MAX_BYTES, MESSAGES, type Post } from '../../contract/posts.ts'
import { feed } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { deleteOldRemovals } from '../admin/removal-retention.ts'

// A post has up to four pictures, in their order, each with its own description and address.

const MONTH_MS = 31 * DAY_MS

let server: TestServer
let admin: Member
let author: Member
let reader: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  author = await server.join(ben)
  reader = await server.join(cleo)
})
afterAll(() => server.close())

/** Sessions end meanwhile. */
async function pass(ms: number) {
  server.pass(ms)
  ;[admin, author, reader] = [
    await server.signIn(ada),
    await server.signIn(ben),
    await server.signIn(cleo),
  ]
}

const ALTS = { imageAlt: 'One', imageAlt2: 'Two', imageAlt3: '', imageAlt4: 'Four' }

async function formOf(widths: number[], fields: Record<string, string> = ALTS) {
  const body = form({ text: 'Tea', ...fields })
  for (const width of widths) {
    const bytes = new Uint8Array(await testImage('png', { width, height: 20 }))
    body.append('images', new Blob([bytes]), `${width}.png`)
  }
  return body
}

const send = (body: object, headers = {}) =>
  server.call('POST', '/posts', { as: author, body, headers })
const makePost = async (widths: number[]): Promise<Post> =>
  (await send(await formOf(widths))).json().post
const seen = ({ images }: Post) => images.map(({ width, alt }) => [width, alt])
const urlsOf = ({ images }: Post) => images.map(({ sources }) => sources[0]?.url ?? '')
const statuses = (urls: string[]) =>
  Promise.all(urls.map(async (url) => (await server.app.inject({ url })).statusCode))
const remove = ({ _id }: Post) =>
  server.call('DELETE', `/admin/post/${_id}?reason=Unkind`, { as: admin })
const imagesLeft = async () =>
  (await server.services.db.selectFrom('images').select('id').execute()).length

it('has them in their order, as has everybody who reads it', async () => {
  const made = await makePost([41, 42, 43, 44])
  const all = [41, 42, 43, 44].map((width, place) => [width, Object.values(ALTS)[place]])
  expect(seen(made)).toEqual(all)
  expect(made.image).toEqual(made.images[0])
  const [shown] = (await feed(server, reader, 'public')).posts as [Post]
  expect([seen(shown), shown.image]).toEqual([all, shown.images[0]])
  // From the card that is kept, each picture has an address of the reader's own.
  const urls = urlsOf(shown)
  expect(new Set(urls).size).toBe(4)
  expect(urls.every((url) => url.includes(`viewer=${reader.user._id}`))).toBe(true)
  expect(await statuses(urls)).toEqual([200, 200, 200, 200])
  const [first, second] = urls.map((url) => new URL(url, 'http://snug'))
  expect(await statuses([`${first?.pathname}${second?.search}`])).toEqual([404])
  const { images } = (
    await server.call('GET', `/users/${author.user._id}/images`, { as: reader })
  ).json()
  expect(images).toMatchObject([{ postId: made._id, image: { alt: 'One' } }])
})

it('takes no fifth, none too many beside the one, and not too much together', async () => {
  const before = await imagesLeft()
  const tooMany = await send(await formOf([1, 2, 3, 4, 5]))
  expect([tooMany.statusCode, tooMany.json().fields]).toEqual([400, { image: MESSAGES.imagesMany }])
  const beside = await formOf([1, 2, 3, 4])
  beside.append('image', new Blob([new Uint8Array(await testImage())]), 'one.png')
  expect((await send(beside)).json().fields).toEqual({ image: MESSAGES.imagesMany })
  const large = form({ text: 'Tea' })
  const third = new Blob([new Uint8Array(IMAGES_MAX_BYTES / 3 + 1)])
  for (const name of ['1.png', '2.png', '3.png']) large.append('images', third, name)
  const tooLarge = await send(large)
  expect([tooLarge.statusCode, tooLarge.json().fields]).toEqual([
    413,
    { image: MESSAGES.imagesTooLarge },
  ])
  const halfBad = await formOf([1])
  halfBad.append('images', new Blob(['no picture at all']), '2.png')
  const refused = await send(halfBad)
  const sentence = `Image 2: ${MESSAGES.notAnImage}`
  expect([refused.statusCode, refused.json().fields]).toEqual([415, { image: sentence }])
  // What was saved before the one that is none goes with the sweep.
  await pass(2 * HOUR_MS)
  server.services.images.sweepSoon()
  await expect.poll(imagesLeft).toBe(before)
})

it('is the same post again only with the same pictures in the same order', async () => {
  const key = { 'idempotency-key': 'pictures-in-order' }
  const once = await send(await formOf([51, 52]), key)
  const again = await send(await formOf([51, 52]), key)
  expect(again.json().post._id).toBe(once.json().post._id)
  expect((await send(await formOf([52, 51]), key)).statusCode).toBe(409)
})

it('describes each of them anew where it is edited', async () => {
  const made = await makePost([61, 62, 63])
  const body = { text: 'Tea', imageAlts: ['One', 'Two again'], revision: 0 }
  const edited = await server.call('PUT', `/posts/${made._id}`, { as: author, body })
  expect(seen(edited.json())).toEqual([
    [61, 'One'],
    [62, 'Two again'],
    [63, ''],
  ])
  expect(edited.json().editedAt).toBeNull()
})

it('keeps all of them while it can be given back, and as evidence', async () => {
  const made = await makePost([71, 72])
  const urls = urlsOf(made)
  expect((await remove(made)).statusCode).toBe(200)
  expect(await statuses(urls)).toEqual([404, 404])
  const [act] = (await server.call('GET', '/admin/acts', { as: admin })).json()
  expect(seen(act.removed)).toEqual([
    [71, 'One'],
    [72, 'Two'],
  ])
  expect(await statuses(urlsOf(act.removed))).toEqual([200, 200])
  const undo = `/admin/acts/${act._id}/undo`
  await server.call('POST', undo, { as: admin, body: { text: 'Sorry' } })
  expect(await statuses(urls)).toEqual([200, 200])
  const report = { kind: 'post', id: made._id, reason: 'spam', text: '' }
  expect((await server.call('POST', '/reports', { as: reader, body: report })).statusCode).toBe(201)
  // Taken away for good: what is reported stays until that is decided.
  await server.call('DELETE', `/posts/${made._id}`, { as: author })
  const { things } = (await server.call('GET', '/admin/reports', { as: admin })).json()
  const evidence = things[0]?.evidence[0]
  expect(seen(evidence)).toHaveLength(2)
  expect(await statuses([...urlsOf(evidence), ...urls])).toEqual([200, 200, 404, 404])
})

it('takes all of them along when it is deleted, or its account', async () => {
  const made = await makePost([81, 82, 83])
  const kept = (await imagesLeft()) - 3
  await remove(made)
  await pass(MONTH_MS)
  await deleteOldRemovals(server.services)
  server.services.images.sweepSoon()
  await expect.poll(imagesLeft).toBe(kept)
  await makePost([91, 92])
  await server.call('DELETE', '/users/me', { as: author })
  await expect.poll(imagesLeft).toBe(0)
})
