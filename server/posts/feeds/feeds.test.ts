import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../contract/durations.ts'
import type { FeedAnswer } from '../../../contract/posts.ts'
import {
  befriend,
  feed,
  makePrivate,
  manyPosts,
  post,
  postWithImage,
  texts,
  unfriend,
} from '../../../tests/actions/post-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../../tests/scenes/scene-for-each.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { POSTS_KEPT } from './newest-posts-queries.ts'

let server: TestServer
let author: Member
let reader: Member
openForEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
  return server
})

/** The whole feed, page after page. */
async function wholeFeed(as: Member): Promise<string[]> {
  const all: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await feed(server, as, 'friends', cursor && `?cursor=${cursor}`)
    all.push(...texts(page))
    cursor = page.pagination.nextCursor
  }
  return all
}

describe('the feeds', () => {
  it.each(['friends', 'public'])('%s asks for a token', KEEPS_SCENE, async (name) => {
    expect((await server.call('GET', `/posts/${name}`)).statusCode).toBe(401)
  })

  it('shows public members to everyone, and friends to friends', async () => {
    await post(server, author, 'From Ada')
    await post(server, reader, 'From Ben')
    expect(texts(await feed(server, reader, 'public'))).toEqual(['From Ben', 'From Ada'])
    expect(texts(await feed(server, reader, 'friends'))).toEqual(['From Ben'])
    await befriend(server, author, reader)
    expect(texts(await feed(server, reader, 'friends'))).toEqual(['From Ben', 'From Ada'])
  })

  it('hides a private member from strangers at once, not from friends or themself', async () => {
    const friend = await server.join(cleo)
    await befriend(server, author, friend)
    await post(server, author, 'For friends')
    expect(texts(await feed(server, reader, 'public'))).toEqual(['For friends'])
    await makePrivate(server, author)
    expect(texts(await feed(server, reader, 'public'))).toEqual([])
    expect(texts(await feed(server, author, 'public'))).toEqual(['For friends'])
    const [shown] = (await feed(server, friend, 'friends')).posts
    expect(shown).toMatchObject({ text: 'For friends', audience: 'friends' })
  })

  it('tells a stranger nothing of a private member’s posts, not even how many', async () => {
    for (let index = 1; index <= 12; index++) await post(server, author, `Post ${index}`)
    const path = `/users/${author.user._id}/posts`
    const before: FeedAnswer = (await server.call('GET', path, { as: reader })).json()
    expect(before.pagination).toMatchObject({ hasNextPage: true, nextCursor: expect.any(String) })
    await makePrivate(server, author)
    const answer = await server.call('GET', path, { as: reader })
    const nothing = { posts: [], pagination: { page: 1, hasNextPage: false, nextCursor: null } }
    expect(answer.json()).toEqual(nothing)
    const next = await server.call('GET', `${path}?cursor=${before.pagination.nextCursor}`, {
      as: reader,
    })
    expect(next.json()).toEqual(nothing)
  })

  it('pages by ten, and by cursor neither repeats nor skips while others post', async () => {
    for (let index = 1; index <= 23; index++) await post(server, author, `Post ${index}`)
    const first = await feed(server, author, 'public')
    expect(first.pagination).toMatchObject({ page: 1, hasNextPage: true })
    await post(server, reader, 'In between')
    const second = await feed(server, author, 'public', `?cursor=${first.pagination.nextCursor}`)
    const third = await feed(server, author, 'public', `?cursor=${second.pagination.nextCursor}`)
    const all = [first, second, third].flatMap(texts)
    expect(all).toEqual(Array.from({ length: 23 }, (_, index) => `Post ${23 - index}`))
    expect(third.pagination).toMatchObject({ hasNextPage: false, nextCursor: null })
    expect(texts(await feed(server, author, 'public', '?page=3'))).toEqual([
      'Post 4',
      'Post 3',
      'Post 2',
      'Post 1',
    ])
  })

  it.each([
    '?page=0',
    '?page=-1',
    '?page=1000000000',
    '?page=1.5',
    '?page=two',
    '?cursor=',
    '?cursor=nonsense',
    `?cursor=${MISSING_ID.slice(1)}`,
    '?cursor=%00',
  ])('refuses %s with a sentence', KEEPS_SCENE, async (query) => {
    const answer = await server.call('GET', `/posts/public${query}`, { as: reader })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().msg).toMatch(/page/)
  })

  it('hands out a picture only as long as its address lives', async () => {
    const url = (await postWithImage(server, author)).image?.sources[0]?.url ?? ''
    expect((await server.app.inject({ url })).statusCode).toBe(200)
    const changed = url.replace(/expires=\d+/, 'expires=99999999999999')
    expect((await server.app.inject({ url: changed })).statusCode).toBe(404)
    expect((await server.app.inject({ url: url.replace(/\?.*/, '') })).statusCode).toBe(404)
    server.pass(HOUR_MS)
    expect((await server.app.inject({ url })).statusCode).toBe(404)
  })
})

describe('the friends feed', () => {
  it('gets a new friend’s earlier posts in their place, and loses them again', async () => {
    await post(server, author, 'Before')
    await post(server, reader, 'Mine')
    await befriend(server, author, reader)
    await post(server, author, 'After')
    expect(texts(await feed(server, reader, 'friends'))).toEqual(['After', 'Mine', 'Before'])
    await unfriend(server, reader, author)
    expect(texts(await feed(server, reader, 'friends'))).toEqual(['Mine'])
    expect(texts(await feed(server, author, 'friends'))).toEqual(['After', 'Before'])
  })

  it('holds a private friend’s posts, and forgets a deleted one', async () => {
    await befriend(server, author, reader)
    await makePrivate(server, author)
    const { _id } = await post(server, author, 'For friends')
    expect(texts(await feed(server, reader, 'friends'))).toEqual(['For friends'])
    await server.call('DELETE', `/posts/${_id}`, { as: author })
    expect(texts(await feed(server, reader, 'friends'))).toEqual([])
  })

  it('loses the posts of a friend whose account is deleted', async () => {
    await befriend(server, author, reader)
    await post(server, author, 'Soon gone')
    await post(server, reader, 'I stay')
    expect(texts(await feed(server, reader, 'friends'))).toEqual(['I stay', 'Soon gone'])
    await server.call('DELETE', '/users/me', { as: author })
    expect(texts(await feed(server, reader, 'friends'))).toEqual(['I stay'])
  })

  it('is the same beyond what is kept', async () => {
    await befriend(server, author, reader)
    const count = POSTS_KEPT * 2 + 15
    await manyPosts(server, author, count)
    const whole = await wholeFeed(reader)
    expect(whole).toEqual(Array.from({ length: count }, (_, index) => `Post ${count - index}`))
    const lastPage = `?page=${Math.ceil(whole.length / 10)}`
    expect(texts(await feed(server, reader, 'friends', lastPage))).toEqual(whole.slice(-3))
  })

  it('is whole with a new friend who wrote more than is kept', async () => {
    const guest = await server.join(cleo)
    await manyPosts(server, guest, 5)
    await befriend(server, guest, reader)
    await manyPosts(server, author, POSTS_KEPT + 12)
    await manyPosts(server, guest, 3)
    await befriend(server, author, reader)
    expect(await wholeFeed(reader)).toHaveLength(POSTS_KEPT + 12 + 8)
  })
})

describe('the public feed', () => {
  it('brings posts back when a profile becomes public again', async () => {
    await post(server, author, 'Seen')
    await makePrivate(server, author)
    await post(server, author, 'Written in private')
    expect(texts(await feed(server, reader, 'public'))).toEqual([])
    await makePrivate(server, author, false)
    expect(texts(await feed(server, reader, 'public'))).toEqual(['Written in private', 'Seen'])
  })

  it('mixes the viewer’s own private posts in their place', async () => {
    await makePrivate(server, reader)
    await post(server, author, 'One')
    await post(server, reader, 'Two')
    await post(server, author, 'Three')
    expect(texts(await feed(server, reader, 'public'))).toEqual(['Three', 'Two', 'One'])
    expect(texts(await feed(server, author, 'public'))).toEqual(['Three', 'One'])
  })
})

describe('GET /posts', () => {
  it('shows administrators every post, private ones too', async () => {
    await makePrivate(server, reader)
    await post(server, reader, 'Private')
    const answer = await server.call('GET', '/posts', { as: author })
    expect(texts(answer.json())).toEqual(['Private'])
    expect((await server.call('GET', '/posts', { as: reader })).statusCode).toBe(403)
  })
})
