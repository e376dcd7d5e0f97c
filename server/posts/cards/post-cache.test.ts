import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import { befriend, feed, makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import type { Actor } from '../../services.ts'
import { postAlone } from './card-queries.ts'
import { hydratePosts } from './hydrate-posts.ts'

// A card is kept written after the first reader has had it. Whatever changes on it must be there
// for the next reader.

let server: TestServer
let author: Member
let reader: Member
beforeEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
})
afterEach(() => server.close())

/** The newest post as a reader of the public feed gets it; read before, so that it is kept. */
async function cardFor(as: Member): Promise<Post | undefined> {
  return (await feed(server, as, 'public')).posts[0]
}

const act = (as: Member, id: string, call: string, body?: object) =>
  server.call('POST', `/posts/${id}/${call}`, { as, ...(body ? { body } : {}) })

describe('a card that was read before', () => {
  it('shows what others made of it since', async () => {
    const { _id: id } = await post(server, author, 'Hello')
    expect(await cardFor(author)).toMatchObject({ likeCount: 0, commentCount: 0, vibes: [] })
    await act(reader, id, 'like')
    expect(await cardFor(author)).toMatchObject({ likeCount: 1, likes: [reader.user._id] })
    await act(reader, id, 'dislike')
    expect(await cardFor(author)).toMatchObject({ likeCount: 0, dislikeCount: 1 })
    await act(reader, id, 'vibes', { emoji: '🫖' })
    expect((await cardFor(author))?.vibes).toEqual([
      { emoji: '🫖', user: reader.user._id, username: 'Ben' },
    ])
    await act(reader, id, 'comments', { text: 'Hi' })
    expect(await cardFor(author)).toMatchObject({ commentCount: 1 })
    await act(reader, id, 'vibes', { emoji: '🫖' })
    expect((await cardFor(author))?.vibes).toEqual([])
  })

  it('carries the new name of its author and of who gave a vibe', async () => {
    const { _id: id } = await post(server, author, 'Hello')
    await act(reader, id, 'vibes', { emoji: '🫖' })
    expect(await cardFor(author)).toMatchObject({ user: { username: 'Ada' } })
    await server.call('PUT', '/users/username', { as: author, body: { username: 'Ada_Two' } })
    await server.call('PUT', '/users/username', { as: reader, body: { username: 'Ben_Two' } })
    expect(await cardFor(author)).toMatchObject({
      user: { username: 'Ada_Two' },
      vibes: [{ username: 'Ben_Two' }],
    })
  })

  it('names its audience as it is now, and is gone for a stranger', async () => {
    await befriend(server, author, reader)
    const stranger = await server.join(cleo)
    await post(server, author, 'Hello')
    for (const as of [reader, stranger]) expect((await cardFor(as))?.audience).toBe('public')
    await makePrivate(server, author)
    const [shown] = (await feed(server, reader, 'friends')).posts
    expect(shown?.audience).toBe('friends')
    expect(await cardFor(stranger)).toBeUndefined()
  })

  it('names the audience that its author chose for it since by another process', async () => {
    await befriend(server, author, reader)
    const { _id: id } = await post(server, author, 'Hello')
    expect((await cardFor(reader))?.audience).toBe('public')
    const elsewhere = await openTestServer({ beside: server })
    const call = { as: author, body: { audience: 'friends' } }
    expect((await elsewhere.call('PUT', `/posts/${id}/audience`, call)).statusCode).toBe(200)
    await elsewhere.close()
    expect((await feed(server, reader, 'friends')).posts[0]?.audience).toBe('friends')
  })

  it('is none where it went since its page was asked for, also for who blocks somebody', async () => {
    const other = await server.join(cleo)
    const { _id } = await post(server, author, 'Hello')
    const blocked = await server.call('PUT', `/users/${other.user._id}/block`, { as: reader })
    expect(blocked.statusCode).toBe(200)
    const actor = { id: Number(reader.user._id) } as Actor
    const page = await postAlone(server.services.db, actor.id, Number(_id))
    expect(page).toMatchObject([{ hasBlocks: 1 }])
    await server.call('DELETE', `/posts/${_id}`, { as: author })
    // Not that which is kept.
    const changed = page.map((place) => ({ ...place, version: place.version + 1 }))
    expect(await hydratePosts(actor, server.services, changed)).toEqual([])
  })

  it('keeps no more memory than its own: of the pool of short buffers it would keep 64 kB', async () => {
    const { _id } = await post(server, author, 'Hello')
    const { db, postCache } = server.services
    const [card] = await postCache.of(db, reader.id, await postAlone(db, reader.id, Number(_id)))
    expect(card?.json.byteLength).toBeGreaterThan(100)
    expect(card?.json.buffer.byteLength).toBe(card?.json.byteLength)
  })

  it('gets new addresses for its picture before the old ones end', async () => {
    const image = { name: 'image', filename: 'x.png', bytes: await testImage() }
    const body = form({ text: 'Look' }, image)
    await server.call('POST', '/posts', { as: author, body })
    const first = (await cardFor(reader))?.image?.sources[0]?.url ?? ''
    expect((await cardFor(reader))?.image?.sources[0]?.url).toBe(first)
    server.pass(31 * 60_000)
    reader = await server.signIn(ben)
    const next = (await cardFor(reader))?.image?.sources[0]?.url ?? ''
    expect(next).not.toBe(first)
    expect((await server.app.inject(next)).statusCode).toBe(200)
  })
})

describe('GET /users/{id}/posts', () => {
  const postsOf = (as: Member | undefined, id: string, query = '') =>
    server.call('GET', `/users/${id}/posts${query}`, as ? { as } : {})

  it('gives one member’s posts, newest first, in pages', async () => {
    for (let index = 1; index <= 12; index++) await post(server, author, `Post ${index}`)
    await post(server, reader, 'Mine')
    const { posts, pagination } = (await postsOf(reader, author.user._id)).json()
    expect(posts.map(({ text }: Post) => text)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Post ${12 - index}`),
    )
    const rest = await postsOf(reader, author.user._id, `?cursor=${pagination.nextCursor}`)
    expect(rest.json().posts.map(({ text }: Post) => text)).toEqual(['Post 2', 'Post 1'])
    expect(rest.json().pagination.hasNextPage).toBe(false)
  })

  it('gives nothing of a private member’s to a stranger, everything to a friend', async () => {
    await post(server, author, 'Between us')
    await makePrivate(server, author)
    expect((await postsOf(reader, author.user._id)).json().posts).toEqual([])
    await befriend(server, author, reader)
    expect((await postsOf(reader, author.user._id)).json().posts).toHaveLength(1)
  })

  it('asks for a token, and answers an id of nobody with an empty page', async () => {
    expect((await postsOf(undefined, author.user._id)).statusCode).toBe(401)
    const nobody = MISSING_ID
    expect((await postsOf(reader, nobody)).json().posts).toEqual([])
    expect((await postsOf(reader, 'nonsense')).statusCode).toBe(404)
  })
})
