import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ada, ben, cleo } from '../../tests/people.ts'
import { befriend, feed, makePrivate, post, texts, unfriend } from '../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'
import { POSTS_KEPT } from './newest-posts-queries.ts'
import { insertPost } from './queries.ts'

let server: TestServer
let author: Member
let reader: Member
beforeEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
})
afterEach(() => server.close())

/** Posts as they would be after years, quickly. */
async function manyPosts(as: Member, count: number) {
  await server.services.db.transaction().execute(async (trx) => {
    for (let index = 1; index <= count; index++) {
      await insertPost(trx, {
        id: newId(),
        author_id: as.id,
        text: `Post ${index}`,
        theme_date: null,
        theme_prompt: null,
        created_at: 0,
        audience: 'profile' as const,
        is_public: 1,
      })
    }
  })
}

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
    await manyPosts(author, count)
    const whole = await wholeFeed(reader)
    expect(whole).toEqual(Array.from({ length: count }, (_, index) => `Post ${count - index}`))
    const lastPage = `?page=${Math.ceil(whole.length / 10)}`
    expect(texts(await feed(server, reader, 'friends', lastPage))).toEqual(whole.slice(-3))
  })

  it('is whole with a new friend who wrote more than is kept', async () => {
    const guest = await server.join(cleo)
    await manyPosts(guest, 5)
    await befriend(server, guest, reader)
    await manyPosts(author, POSTS_KEPT + 12)
    await manyPosts(guest, 3)
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
