import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Member, openTestHouse, type TestHouse } from '../../tests/house.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { befriend, feed, makePrivate, post, texts, unfriend } from '../../tests/posting.ts'
import { newId } from '../platform/ids.ts'
import { enterIntoFeeds, FEED_ENTRIES_KEPT } from './feed-entry-queries.ts'
import { trimFeeds } from './keeping-in-step.ts'

let house: TestHouse
let author: Member
let reader: Member
beforeEach(async () => {
  house = await openTestHouse()
  author = await house.join(ada)
  reader = await house.join(ben)
})
afterEach(() => house.close())

const countEntries = async () => {
  const rows = await house.services.db
    .selectFrom('feed_entries')
    .select('post_id')
    .where('viewer_id', '=', reader.user._id)
    .execute()
  return rows.length
}

/** Posts as they would be after years, quickly. */
async function manyPosts(as: Member, count: number) {
  await house.services.db.transaction().execute(async (trx) => {
    for (let index = 1; index <= count; index++) {
      const id = newId()
      await trx
        .insertInto('posts')
        .values({
          id,
          author_id: as.user._id,
          text: `Post ${index}`,
          image_id: null,
          image_alt: '',
          created_at: 0,
          is_public: 1,
          like_count: 0,
          dislike_count: 0,
          comment_count: 0,
        })
        .execute()
      await enterIntoFeeds(trx, id)
    }
  })
}

/** The whole feed, page after page. */
async function wholeFeed(as: Member): Promise<string[]> {
  const all: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await feed(house, as, 'friends', cursor && `?cursor=${cursor}`)
    all.push(...texts(page))
    cursor = page.pagination.nextCursor
  }
  return all
}

describe('the friends feed', () => {
  it('gets a new friend’s earlier posts in their place, and loses them again', async () => {
    await post(house, author, 'Before')
    await post(house, reader, 'Mine')
    await befriend(house, author, reader)
    await post(house, author, 'After')
    expect(texts(await feed(house, reader, 'friends'))).toEqual(['After', 'Mine', 'Before'])
    await unfriend(house, reader, author)
    expect(texts(await feed(house, reader, 'friends'))).toEqual(['Mine'])
    expect(texts(await feed(house, author, 'friends'))).toEqual(['After', 'Before'])
  })

  it('holds a private friend’s posts, and forgets a deleted one', async () => {
    await befriend(house, author, reader)
    await makePrivate(house, author)
    const { _id } = await post(house, author, 'For friends')
    expect(texts(await feed(house, reader, 'friends'))).toEqual(['For friends'])
    await house.call('DELETE', `/posts/${_id}`, { as: author })
    expect(texts(await feed(house, reader, 'friends'))).toEqual([])
    expect(await countEntries()).toBe(0)
  })

  it('loses the posts of a friend whose account is deleted', async () => {
    await befriend(house, author, reader)
    await post(house, author, 'Soon gone')
    await post(house, reader, 'I stay')
    expect(await countEntries()).toBe(2)
    await house.call('DELETE', '/users/me', { as: author })
    expect(texts(await feed(house, reader, 'friends'))).toEqual(['I stay'])
    expect(await countEntries()).toBe(1)
  })

  it('is the same beyond what is kept ready', async () => {
    await befriend(house, author, reader)
    await manyPosts(author, FEED_ENTRIES_KEPT + 25)
    const whole = await wholeFeed(reader)
    expect(whole).toHaveLength(FEED_ENTRIES_KEPT + 25)
    await trimFeeds(house.services)
    expect(await countEntries()).toBe(FEED_ENTRIES_KEPT + 1)
    expect(await wholeFeed(reader)).toEqual(whole)
    const lastPage = `?page=${Math.ceil(whole.length / 10)}`
    expect(texts(await feed(house, reader, 'friends', lastPage))).toEqual(whole.slice(-5))
  })

  it('is whole with a new friend who wrote more than is kept ready', async () => {
    const guest = await house.join(cleo)
    await manyPosts(guest, 5)
    await befriend(house, guest, reader)
    await manyPosts(author, FEED_ENTRIES_KEPT + 12)
    await manyPosts(guest, 3)
    await befriend(house, author, reader)
    expect(await wholeFeed(reader)).toHaveLength(FEED_ENTRIES_KEPT + 12 + 8)
  })
})

describe('the public feed', () => {
  it('brings posts back when a profile becomes public again', async () => {
    await post(house, author, 'Seen')
    await makePrivate(house, author)
    await post(house, author, 'Written in private')
    expect(texts(await feed(house, reader, 'public'))).toEqual([])
    await makePrivate(house, author, false)
    expect(texts(await feed(house, reader, 'public'))).toEqual(['Written in private', 'Seen'])
  })

  it('mixes the viewer’s own private posts in their place', async () => {
    await makePrivate(house, reader)
    await post(house, author, 'One')
    await post(house, reader, 'Two')
    await post(house, author, 'Three')
    expect(texts(await feed(house, reader, 'public'))).toEqual(['Three', 'Two', 'One'])
    expect(texts(await feed(house, author, 'public'))).toEqual(['Three', 'One'])
  })
})

describe('GET /posts', () => {
  it('shows administrators every post, private ones too', async () => {
    await makePrivate(house, reader)
    await post(house, reader, 'Private')
    const answer = await house.call('GET', '/posts', { as: author })
    expect(texts(answer.json())).toEqual(['Private'])
    expect((await house.call('GET', '/posts', { as: reader })).statusCode).toBe(403)
  })
})
