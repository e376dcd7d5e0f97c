import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../contract/posts.ts'
import { befriend, makePrivate } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

// The address of a post's picture ends with the right to see the post, at once.

let server: TestServer
let admin: Member
let author: Member
let friend: Member
let shown: Post
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  author = await server.join(ben)
  friend = await server.join(cleo)
  await befriend(server, author, friend)
  await makePrivate(server, author)
  const image = { name: 'image', filename: 'tea.png', bytes: await testImage() }
  const body = form({ text: 'Tea' }, image)
  shown = (await server.call('POST', '/posts', { as: author, body })).json().post
})
afterEach(() => server.close())

const addressIn = (post: Post | undefined) => post?.image?.sources[0]?.url ?? ''

/** The address that this member is handed for the picture. */
async function addressFor(as: Member): Promise<string> {
  const answer = await server.call('GET', `/posts/${shown._id}`, { as })
  return addressIn(answer.json())
}

const statusOf = async (url: string, headers = {}) =>
  (await server.app.inject({ url, headers })).statusCode

const LOSSES: [string, () => Promise<unknown>][] = [
  ['the friendship ends', () => call(friend, 'DELETE', `/users/friend/${author.user._id}`)],
  ['the post is deleted', () => call(author, 'DELETE', `/posts/${shown._id}`)],
  ['the author deletes the account', () => call(author, 'DELETE', '/users/me')],
  ['the viewer deletes the account', () => call(friend, 'DELETE', '/users/me')],
  ['the viewer signs out', () => call(friend, 'POST', '/users/logout')],
]

async function call(as: Member, method: 'DELETE' | 'POST', path: string) {
  const answer = await server.call(method, path, { as })
  expect(answer.statusCode).toBe(200)
}

describe('the address of a picture', () => {
  it.each(LOSSES)('ends when %s', async (_what, lose) => {
    const url = await addressFor(friend)
    const { headers } = await server.app.inject({ url })
    const kept = { 'if-none-match': headers.etag }
    expect([await statusOf(url), await statusOf(url, kept)]).toEqual([200, 304])
    await lose()
    expect([await statusOf(url), await statusOf(url, kept)]).toEqual([404, 404])
  })

  it('ends when the author turns private, and for strangers alone', async () => {
    await makePrivate(server, author, false)
    const [ofStranger, ofFriend] = [await addressFor(admin), await addressFor(friend)]
    await revoke()
    expect([await statusOf(ofStranger), await statusOf(ofFriend)]).toEqual([200, 200])
    await makePrivate(server, author)
    expect([await statusOf(ofStranger), await statusOf(ofFriend)]).toEqual([404, 200])
    await makePrivate(server, author, false)
    expect(await statusOf(ofStranger)).toBe(200)
  })

  it('is each viewer’s own, also from a card that is kept', async () => {
    const [one, other] = [await addressFor(friend), await addressFor(author)]
    const viewerIn = (url: string) => new URL(url, 'http://snug').searchParams.get('viewer')
    expect([viewerIn(one), viewerIn(other)]).toEqual([friend.user._id, author.user._id])
    const feed = await server.call('GET', '/posts/friends', { as: friend })
    expect(addressIn(feed.json().posts[0])).toBe(one)
    expect(feed.json().posts[0].image).toEqual({ ...shown.image, sources: expect.anything() })
    const swapped = one.replace(/viewer=\d+/, `viewer=${author.user._id}`)
    expect([await statusOf(one), await statusOf(swapped)]).toEqual([200, 404])
  })

  it('is opened by administrators from their list, as long as they are', async () => {
    const list = await server.call('GET', '/posts', { as: admin })
    const url = addressIn(list.json().posts[0])
    expect(await statusOf(url)).toBe(200)
    await revoke()
    expect(await statusOf(url)).toBe(404)
  })

  it('outlives a sign-out elsewhere', async () => {
    const url = await addressFor(friend)
    await call(await server.signIn(cleo), 'POST', '/users/logout')
    expect(await statusOf(url)).toBe(200)
  })
})

/** Takes the role from the first member, as the command line does. */
async function revoke() {
  const { db } = server.services
  await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
}
