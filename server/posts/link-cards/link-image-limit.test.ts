import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Space } from '../../../contract/spaces.ts'
import { chat, enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { allCardsFetched, openLinkSites, page, type Site } from '../../../tests/link-sites.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { mutate } from '../../platform/database/mutate.ts'
import type { Id } from '../../platform/ids.ts'

// What links lead to and show counts for who wrote them, in messages and posts together. Words are
// never refused for it, nor is a picture of one's own.

const MONTH_MS = 31 * DAY_MS
const IMAGES_IN_TEN_MINUTES = 30
const away: Site = { answer: page('<head><title>Here</title>') }

let server: TestServer
let writer: Member
let other: Member
let many: Member
let space: Space
let sites: Awaited<ReturnType<typeof openLinkSites>>
beforeAll(async () => {
  const wide = await testImage('jpeg', { width: 600, height: 300 })
  const named = '<meta property="og:image" content="https://picture.example/">'
  sites = await openLinkSites({
    'away.example': away,
    'page.example': { answer: page(`<head>${named}<title>Tea</title>`) },
    'words.example': { answer: page('<head><title>Words</title>') },
    'picture.example': {
      answer: (_request, response) =>
        response.writeHead(200, { 'content-type': 'image/jpeg' }).end(wide),
    },
  })
  server = await openTestServer({ safeFetch: sites.safeFetch, rateLimits: true })
  writer = await server.join(ada)
  other = await server.join(ben)
  space = await makeSpace(server, writer)
  await enter(server, other, space)
})
afterAll(async () => {
  await server.close()
  sites.close()
})

async function post(as: Member, text: string): Promise<Post> {
  const made = await server.call('POST', '/posts', { as, body: form({ text }) })
  const { _id } = made.json().post
  await allCardsFetched(server)
  return (await server.call('GET', `/posts/${_id}`, { as })).json()
}
const linkAt = (path: number) => `https://page.example/${path}`
/** After the transaction in which they said it. */
async function cardsFill(writer: Member, id: Id) {
  server.services.linkCards.fillCardSoon(id, writer.id)
  await allCardsFetched(server)
}
const imagesCalled = () => sites.calls.filter((host) => host === 'picture.example').length

it('a link past the limit has its words alone, for a day at least, and what others write is whole', async () => {
  // Neither what shows no picture nor what is known counts.
  for (const path of [1, 2]) await say(server, writer, space, `https://words.example/${path}`)
  for (let path = 1; path <= IMAGES_IN_TEN_MINUTES - 1; path++)
    await say(server, writer, space, linkAt(path))
  await allCardsFetched(server)
  await say(server, writer, space, linkAt(1))
  const last = await post(writer, linkAt(IMAGES_IN_TEN_MINUTES))
  expect(last.link).toMatchObject({ title: 'Tea', wideImage: { width: 600 } })

  const over = await post(writer, 'https://page.example/over')
  expect(over.link).toMatchObject({ title: 'Tea', image: null })
  await say(server, writer, space, 'https://page.example/said-over')
  await allCardsFetched(server)
  const said = (await chat(server, writer, space)).at(-1)
  expect(said?.link).toMatchObject({ title: 'Tea', image: null })
  // The square of a message stays where all of it would be one too many.
  const square = await post(writer, linkAt(2))
  expect(square.link?.image).toBeTruthy()
  expect(square.link).not.toHaveProperty('wideImage')
  expect(imagesCalled()).toBe(IMAGES_IN_TEN_MINUTES)

  const theirs = await post(other, 'https://page.example/theirs')
  expect(theirs.link).toMatchObject({ wideImage: { width: 600 } })
  // Not asked for again with each post.
  const called = sites.calls.length
  await post(other, 'https://page.example/over')
  expect(sites.calls.length).toBe(called)
  server.pass(DAY_MS + 1)
  other = await server.signIn(ben)
  const again = await post(other, 'https://page.example/over')
  expect(again.link).toMatchObject({ title: 'Tea', wideImage: { width: 600 } })
})

it('a link past sixty in ten minutes is called once somebody else says it', async () => {
  many = await server.join(cleo)
  await enter(server, many, space)
  const linksOf = (name: string) => (count: number) => `https://words.example/${name}/${count}`
  const link = linksOf('many')
  for (let path = 1; path <= 29; path++) await post(many, link(path))
  for (let path = 30; path <= 60; path++) await say(server, many, space, link(path))
  await allCardsFetched(server)
  // What is known counts for nothing.
  await say(server, many, space, link(1))
  expect((await chat(server, many, space)).at(-2)?.link).toMatchObject({ title: 'Words' })
  const called = sites.calls.length
  const over = await post(many, link(61))
  expect(over.link).toBeNull()
  await say(server, many, space, link(61))
  await allCardsFetched(server)
  expect(sites.calls.length).toBe(called)
  other = await server.signIn(ben)
  expect((await post(other, linksOf('other')(1))).link).toMatchObject({ title: 'Words' })
  expect((await post(other, link(61))).link).toMatchObject({ title: 'Words' })
  const read = await server.call('GET', `/posts/${over._id}`, { as: many })
  expect(read.json().link).toMatchObject({ title: 'Words' })
})

it.each([
  ['had its turn before', async (id: Id) => cardsFill(many, id).then(() => cardsFill(other, id))],
  [
    'says it at the same moment',
    (id: Id) => Promise.all([cardsFill(other, id), cardsFill(many, id)]),
  ],
])('has a card for who is within it where who is past it %s', async (how, fill) => {
  const { services } = server
  const url = `https://words.example/${how.replaceAll(' ', '-')}`
  const id = await mutate(services, ({ trx }) => services.linkCards.cardFor({ trx }, url, 'post'))
  await fill(id ?? 0)
  const card = services.db.selectFrom('link_cards').select(['title', 'url']).where('id', '=', id)
  await expect.poll(() => card.executeTakeFirst()).toEqual({ title: 'Words', url: '' })
})

it('a card stays where its page is not called for who says more than sixty', async () => {
  const link = 'https://away.example/'
  await post(other, link)
  away.answer = (_request, response) => response.writeHead(500).end()
  const later = async () => {
    server.pass(MONTH_MS)
    ;[other, many] = [await server.signIn(ben), await server.signIn(cleo)]
  }
  await later()
  expect((await post(other, link)).link).toMatchObject({ title: 'Here' })
  // It has failed for a month by now: the next call takes it away.
  await later()
  const called = sites.calls.length
  await say(server, many, space, link)
  await allCardsFetched(server)
  expect(sites.calls.length).toBe(called)
  expect((await chat(server, many, space)).at(-1)?.link).toMatchObject({ title: 'Here' })
  expect((await post(other, link)).link).toBeNull()
  expect(sites.calls.length).toBe(called + 1)
})

it('a picture of one’s own is taken all the same', async () => {
  writer = await server.signIn(ada)
  const over = await post(writer, 'https://page.example/over-again')
  expect(over.link).toMatchObject({ title: 'Tea', image: null })
  const own = {
    name: 'image',
    filename: 'own.jpg',
    bytes: await testImage('jpeg', { width: 40, height: 30 }),
  }
  const body = form({ text: 'Mine' }, own)
  const answer = await server.call('POST', '/posts', { as: writer, body })
  expect(answer.statusCode).toBe(201)
})
