import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import type { Post } from '../../../contract/posts.ts'
import { lockIsAwaited } from '../../../tests/awaited-lock.ts'
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
import { form } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import { cardIdOf } from './link-card-queries.ts'
import { deleteUnusedCards } from './link-cards.ts'

// The server calls what members link to: whatever is there, it calls nobody inside, waits for no
// end that does not come, and shows nothing but text.

const MONTH_MS = 31 * DAY_MS
const HEAD = '<!doctype html><head><title>Plain</title>'

/** Each step leads to the next, up to the page. */
const steps = (count: number): RequestListener => {
  const next = redirect((url) => `/${Number(url.slice(1)) + 1}`, 308)
  const end = page(`${HEAD}</head>`)
  return (request, response) =>
    (Number(request.url?.slice(1)) < count ? next : end)(request, response)
}
const SITES: Record<string, Site> = {
  'plain.example': { answer: page(`${HEAD}</head><title>Not this</title>`) },
  'said.example': {
    answer: page(`<head><meta property="og:title" content="Tea &amp; \u202eToast&#10;\u200b now">
      <meta name="description" content="Less"><meta property="og:description" content="<b>All</b> of it">
      <meta property="og:site_name" content="Teahouse"><title>Plain</title></head>`),
  },
  'latin.example': {
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(Buffer.from('<head><meta charset="latin1"><title>Caf\xe9</title>', 'latin1'))
    },
  },
  'three.example': { answer: steps(3) },
  'endless.example': { answer: pour(HEAD) },
  'four.example': { answer: steps(4) },
  'nameless.example': { answer: pour('<head>') },
  'inside.example': { addresses: ['10.0.0.1'], answer: page(HEAD) },
  'half-inside.example': { addresses: [`${PUBLIC} ::1`], answer: page(HEAD) },
  'to-inside.example': { answer: redirect(() => 'https://inside.example/') },
  'to-address.example': { answer: redirect(() => 'https://127.0.0.1/') },
  'to-metadata.example': { answer: redirect(() => 'https://169.254.169.254/latest/') },
  'to-plain-http.example': { answer: redirect(() => 'http://plain.example/') },
  'to-port.example': { answer: redirect(() => 'https://plain.example:8443/') },
  'to-file.example': { answer: redirect(() => 'file:///etc/passwd') },
  // Public when first asked, inside when asked again.
  'rebinding.example': { addresses: [PUBLIC, '127.0.0.1'], answer: steps(1) },
  'signed-in.example': { answer: (_request, response) => response.writeHead(401).end(HEAD) },
  'failing.example': { answer: (_request, response) => response.writeHead(500).end(HEAD) },
  'hung-up.example': { answer: (request) => request.socket.destroy() },
  'picture.example': { answer: page(HEAD, { 'content-type': 'image/svg+xml' }) },
  'packed.example': {
    answer: (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(HEAD + ' '.repeat(10_000_000))),
  },
  'deep.example': { answer: page(`<head>${'<div>'.repeat(100_000)}`) },
  'nested.example': {
    answer: page(`<head>${'<svg><p>'.repeat(3_000)}<title>Deep</title>`),
  },
  'wordy.example': { answer: page(`<head><title>${'🫖'.repeat(100_000)}</title>`) },
  'body.example': { answer: page('<body><title>Not a head</title>') },
}

const CARDS: Record<string, object> = {
  'plain.example': { title: 'Plain', description: '', site: 'plain.example' },
  'said.example': { title: 'Tea & Toast now', description: '<b>All</b> of it', site: 'Teahouse' },
  'latin.example': { title: 'Café' },
  'three.example': { title: 'Plain' },
  'endless.example': { title: 'Plain' },
  'wordy.example': { title: '🫖'.repeat(200) },
}

let server: TestServer
let author: Member
let sites: Awaited<ReturnType<typeof openLinkSites>>
let underWay = 0
let mostToOneHost = 0

beforeAll(async () => {
  sites = await openLinkSites(SITES)
  const { safeFetch } = sites
  const counted: typeof safeFetch = {
    async get(url, asked) {
      if (url.includes('busy')) mostToOneHost = Math.max(mostToOneHost, ++underWay)
      try {
        return await safeFetch.get(url, asked)
      } finally {
        if (url.includes('busy')) underWay--
      }
    },
  }
  server = await openTestServer({ safeFetch: counted })
  author = await server.join(ada)
})
afterAll(async () => {
  await server.close()
  sites.close()
})

async function post(fields: Record<string, string>): Promise<Post> {
  const answer = await server.call('POST', '/posts', { as: author, body: form(fields) })
  return answer.json().post
}
const read = async ({ _id }: Post): Promise<Post> =>
  (await server.call('GET', `/posts/${_id}`, { as: author })).json()
const cards = () => server.services.db.selectFrom('link_cards').selectAll().execute()
const allFetched = () => allCardsFetched(server)

describe('the card of a link', () => {
  const posts = new Map<string, Post>()
  beforeAll(async () => {
    const hosts = Object.keys(SITES)
    for (const host of hosts) posts.set(host, await post({ text: `Look: https://${host}/0.` }))
    await allFetched()
  })

  it.each(Object.keys(SITES))('of %s is text or nothing', async (host) => {
    const { link } = await read(posts.get(host) as Post)
    const wanted = CARDS[host]
    if (wanted) expect(link).toMatchObject({ url: `https://${host}/0`, ...wanted })
    else expect(link).toBeNull()
    if (SITES[host]?.addresses?.[0] !== PUBLIC && SITES[host]?.addresses)
      expect(sites.calls).not.toContain(host)
  })

  it('keeps no address once it was called', async () => {
    expect((await cards()).filter(({ url }) => url !== '')).toEqual([])
  })
})

it('is asked once for all, one at a time of a host, and again after a month', async () => {
  SITES['busy.example'] = { answer: page(HEAD) }
  const texts = ['/1', '/2', '/3', '/1', '/2'].map((path) => `https://busy.example${path}`)
  const made = await Promise.all(texts.map((text) => post({ text })))
  await allFetched()
  expect(sites.calls.filter((host) => host === 'busy.example')).toHaveLength(3)
  expect(mostToOneHost).toBe(1)
  for (const one of made) expect((await read(one)).link?.title).toBe('Plain')
  server.pass(MONTH_MS)
  author = await server.signIn(ada)
  SITES['busy.example'] = { answer: page('<title>Renewed</title>') }
  await post({ text: texts[0] ?? '' })
  await allFetched()
  await expect.poll(async () => (await read(made[3] as Post)).link?.title).toBe('Renewed')
  server.pass(MONTH_MS)
  author = await server.signIn(ada)
  const asked = sites.calls.length
  SITES['busy.example'] = { answer: (_request, response) => response.writeHead(500).end() }
  await post({ text: texts[0] ?? '' })
  await allFetched()
  expect(sites.calls.length).toBeGreaterThan(asked)
  expect((await read(made[3] as Post)).link?.title).toBe('Renewed')
})

it('stays for a month while its page cannot be read, is tried once a day, and comes back', async () => {
  const url = 'https://failing.example/tea'
  const answer: RequestListener = (_request, response) => response.writeHead(500).end()
  const down = { answer }
  const calls = () => sites.calls.filter((host) => host === 'failing.example').length
  const after = async (ms: number) => {
    server.pass(ms)
    author = await server.signIn(ada)
    const before = calls()
    await post({ text: url })
    await allFetched()
    return calls() - before
  }
  SITES['failing.example'] = { answer: page('<title>Tea</title>') }
  const first = await post({ text: url })
  await allFetched()
  const title = async () => (await read(first)).link?.title
  await expect.poll(title).toBe('Tea')
  // With another one what is kept of the post is thrown away.
  const version = async () => {
    const posts = server.services.db.selectFrom('posts').select('version')
    return (await posts.where('id', '=', Number(first._id)).executeTakeFirstOrThrow()).version
  }
  const shown = await version()
  SITES['failing.example'] = down
  expect(await after(MONTH_MS)).toBe(1)
  expect(await after(DAY_MS / 2)).toBe(0)
  expect(await after(DAY_MS)).toBe(1)
  expect(await after(MONTH_MS - 3 * DAY_MS)).toBe(1)
  expect([await title(), await version()]).toEqual(['Tea', shown])
  // A month after it failed first.
  expect(await after(3 * DAY_MS)).toBe(1)
  await expect.poll(title).toBeUndefined()
  SITES['failing.example'] = { answer: page('<title>Tea again</title>') }
  expect(await after(2 * DAY_MS)).toBe(1)
  await expect.poll(title).toBe('Tea again')
  const shownAgain = await version()
  expect(shownAgain).toBeGreaterThan(shown)
  expect(await after(MONTH_MS)).toBe(1)
  expect(await version()).toBe(shownAgain)
  // What failed before counts no more.
  SITES['failing.example'] = down
  expect(await after(MONTH_MS)).toBe(1)
  expect(await title()).toBe('Tea again')
})

it('is not there for who wants none, follows an edit, and goes with the last post', async () => {
  const url = 'https://plain.example/own'
  const before = await cards()
  const none = await post({ text: url, noPreview: 'yes' })
  const edit = (text: string, revision: number) =>
    server.call('PUT', `/posts/${none._id}`, { as: author, body: { text, revision } })
  await edit(`${url} again`, 0)
  expect((await cards()).length).toBe(before.length)
  await edit('https://said.example/other', 1)
  await allFetched()
  await expect.poll(async () => (await read(none)).link?.site).toBe('Teahouse')
  await server.call('DELETE', `/posts/${none._id}`, { as: author })
  await deleteUnusedCards(server.services)
  expect((await cards()).length).toBe(before.length)
})

it('stays where a post takes it while nobody shows it', async () => {
  const { db } = server.services
  const url = 'https://said.example/other'
  const first = await post({ text: url })
  await allFetched()
  await server.call('DELETE', `/posts/${first._id}`, { as: author })
  const later = await post({ text: 'Nothing yet' })
  const { deleted } = await mutate(server.services, async ({ trx }) => {
    const link_card_id = await cardIdOf(trx, url, { renewedBefore: 0, isWhole: true })
    const deleted = deleteUnusedCards(server.services)
    deleted.catch(() => {})
    if (isPostgres(db)) await lockIsAwaited(db, deleted)
    await trx
      .updateTable('posts')
      .set((eb) => ({ link_card_id, version: eb('version', '+', 1) }))
      .where('id', '=', Number(later._id))
      .execute()
    return { deleted }
  })
  await deleted
  const { link_card_id } = await db
    .selectFrom('posts')
    .select('link_card_id')
    .where('id', '=', Number(later._id))
    .executeTakeFirstOrThrow()
  expect((await cards()).map(({ id }) => id)).toContain(link_card_id)
})
