import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMENTS_PAGE_SIZE, type Comment, MESSAGES } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { ada, ben, cleo, jon } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let author: Member
let reader: Member
let third: Member
let shown: Post
beforeAll(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
  third = await server.join(cleo)
})
beforeEach(async () => {
  shown = await post(server, author, 'Hello')
  await server.services.db.deleteFrom('notifications').execute()
})
afterAll(() => server.close())

const path = () => `/posts/${shown._id}/comments`
const send = (as: Member, body: object, headers: Record<string, string> = {}) =>
  server.call('POST', path(), { as, body, headers })
const say = async (as: Member, text: string, parentId?: string): Promise<Comment> =>
  (await send(as, { text, ...(parentId && { parentId }) })).json().at(-1)
const read = async (as: Member, query = ''): Promise<Comment[]> =>
  (await server.call('GET', `${path()}${query}`, { as })).json()
const remove = (as: Member, { _id }: Comment) => server.call('DELETE', `${path()}/${_id}`, { as })
const texts = (comments: { text: string }[]) => comments.map(({ text }) => text)
const count = async (as: Member) =>
  (await server.call('GET', `/posts/${shown._id}`, { as })).json().commentCount
const told = async (as: Member) =>
  (await server.call('GET', '/notifications', { as }))
    .json()
    .map((news: { type: string; text: string; quote: string }) => news.text || news.type)

describe('replies', () => {
  it('stand below what they reply to, the first three with how many there are', async () => {
    const first = await say(reader, 'First')
    await say(third, 'Second')
    for (let n = 1; n <= 5; n++) await say(author, `Reply ${n}`, first._id)
    const threads = await read(third)
    expect(texts(threads)).toEqual(['First', 'Second'])
    expect(threads[0]).toMatchObject({ replyCount: 5, parentId: null, isDeleted: false })
    expect(texts(threads[0]?.replies ?? [])).toEqual(['Reply 1', 'Reply 2', 'Reply 3'])
    expect(threads[1]).toMatchObject({ replyCount: 0, replies: [] })
    const after = threads[0]?.replies.at(-1)?._id
    const more = await read(third, `?parentId=${first._id}&after=${after}`)
    expect(texts(more)).toEqual(['Reply 4', 'Reply 5'])
    expect(await count(third)).toBe(7)
  })

  it('of whom the viewer does not see are neither shown nor counted, wherever they stand', async () => {
    const first = await say(author, 'First')
    const second = await say(author, 'Second')
    for (const text of ['Hidden 1', 'Hidden 2', 'Hidden 3']) await say(reader, text, first._id)
    for (let n = 1; n <= 4; n++) await say(third, `Seen ${n}`, first._id)
    await say(reader, 'Hidden 4', first._id)
    await say(reader, 'Hidden 5', second._id)
    const hides = async () => {
      const threads = await read(author)
      expect(threads.map(({ replyCount }) => replyCount)).toEqual([4, 0])
      expect(texts(threads.flatMap(({ replies }) => replies))).toEqual([
        'Seen 1',
        'Seen 2',
        'Seen 3',
      ])
    }
    const block = `/users/${reader.user._id}/block`
    await server.call('PUT', block, { as: author })
    await hides()
    await server.call('DELETE', block, { as: author })
    const suspended = { suspended_until: server.services.clock() + 1_000_000 }
    const update = (values: { suspended_until: number | null }) =>
      server.services.db.updateTable('users').set(values).where('id', '=', reader.id).execute()
    await update(suspended)
    await hides()
    await update({ suspended_until: null })
    expect((await read(author)).map(({ replyCount }) => replyCount)).toEqual([8, 1])
  })

  it('do not move the pages of comments', async () => {
    const first = await say(reader, 'First')
    for (let n = 0; n < COMMENTS_PAGE_SIZE; n++) await say(reader, `Reply ${n}`, first._id)
    await say(reader, 'Second')
    expect(texts(await read(reader))).toEqual(['First', 'Second'])
    const page = await read(reader, `?parentId=${first._id}`)
    expect([page.length, page[0]?.text]).toEqual([COMMENTS_PAGE_SIZE, 'Reply 0'])
  })

  it('are read alone as well, by who may see them', async () => {
    const first = await say(reader, 'First')
    for (let n = 1; n <= 4; n++) await say(author, `Reply ${n}`, first._id)
    const last = await say(reader, 'Reply 5', first._id)
    expect(await read(third, `?only=${last._id}`)).toMatchObject([
      { _id: last._id, text: 'Reply 5', parentId: first._id, replies: [] },
    ])
    expect(await read(third, `?only=${first._id}`)).toMatchObject([{ replyCount: 5 }])
    const alone = (as: Member, postId: string) =>
      server.call('GET', `/posts/${postId}/comments?only=${last._id}`, { as })
    const other = await post(server, author, 'Another')
    expect((await alone(third, other._id)).statusCode).toBe(404)
    await server.call('PUT', `/users/${reader.user._id}/block`, { as: third })
    expect((await alone(third, shown._id)).statusCode).toBe(404)
    await server.call('DELETE', `/users/${reader.user._id}/block`, { as: third })
    await makePrivate(server, author)
    expect((await alone(third, shown._id)).statusCode).toBe(404)
    await makePrivate(server, author, false)
  })

  it('to a reply reply to the same comment, and come once', async () => {
    const first = await say(reader, 'First')
    const reply = await say(third, 'A reply', first._id)
    const key = { 'idempotency-key': 'once' }
    const body = { text: '@Cleo really?', parentId: reply._id }
    const answers = [await send(author, body, key), await send(author, body, key)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[1]?.json()).toEqual(answers[0]?.json())
    expect(answers[0]?.json()).toMatchObject([{ text: '@Cleo really?', parentId: first._id }])
    expect((await read(reader))[0]?.replyCount).toBe(2)
  })

  it('are told to whom they answer, and to nobody twice', async () => {
    const first = await say(reader, 'First')
    const reply = await say(third, 'A reply', first._id)
    expect(await told(reader)).toEqual([MESSAGES.replied('Cleo')])
    expect(await told(author)).toEqual(['comment', 'comment'])
    await say(author, 'Yes', reply._id)
    expect(await told(third)).toEqual([MESSAGES.replied('Ada')])
    expect(await told(reader)).toEqual([MESSAGES.replied('Ada'), MESSAGES.replied('Cleo')])
    const own = await say(author, 'Mine')
    await say(reader, 'To you', own._id)
    expect(await told(author)).toEqual([MESSAGES.replied('Ben'), 'comment', 'comment'])
  })

  it('are refused under another post, and where the post is not to be seen', async () => {
    const first = await say(reader, 'First')
    const other = await post(server, author, 'Another')
    const wrong = { as: reader, body: { text: 'Hm', parentId: first._id } }
    expect((await server.call('POST', `/posts/${other._id}/comments`, wrong)).statusCode).toBe(404)
    await makePrivate(server, author)
    expect((await send(reader, { text: 'Hm', parentId: first._id })).statusCode).toBe(404)
    const replies = await server.call('GET', `${path()}?parentId=${first._id}`, { as: reader })
    expect(replies.statusCode).toBe(404)
    await makePrivate(server, author, false)
  })
})

describe('a comment with replies', () => {
  it('leaves a mark when it is deleted, until the last reply is gone', async () => {
    const first = await say(reader, 'First')
    const reply = await say(third, 'A reply', first._id)
    expect((await remove(reader, first)).statusCode).toBe(200)
    const [mark] = await read(author)
    expect(mark).toMatchObject({ isDeleted: true, user: null, text: '', replyCount: 1 })
    expect(await count(author)).toBe(1)
    expect(await told(author)).toEqual(['comment'])
    expect((await remove(reader, first)).statusCode).toBe(404)
    expect((await remove(author, first)).statusCode).toBe(404)
    await say(author, 'Still here', reply._id)
    for (const one of (await read(author))[0]?.replies ?? []) await remove(author, one as Comment)
    expect(await read(author)).toEqual([])
    expect(await count(author)).toBe(0)
  })

  it('is as if deleted for whom a block keeps from it', async () => {
    const first = await say(reader, 'First')
    await say(third, 'A reply', first._id)
    const alone = await say(reader, 'Second')
    const blocker = await server.join(jon)
    await server.call('PUT', `/users/${reader.user._id}/block`, { as: blocker })
    const seen = await read(blocker)
    expect(seen).toMatchObject([{ isDeleted: true, user: null, text: '', replyCount: 1 }])
    expect(JSON.stringify(seen)).not.toContain(alone._id)
    expect(await count(blocker)).toBe(1)
  })

  it('leaves a mark without a trace when its account is deleted', async () => {
    const leaver = await server.join({ ...jon, username: 'Leaver', email: 'leaver@example.org' })
    const first = await say(leaver, 'Marzipan')
    await say(third, 'A reply', first._id)
    const mine = await say(leaver, 'Marzipan alone')
    await say(leaver, 'Marzipan again', mine._id)
    await server.call('DELETE', '/users/me', { as: leaver })
    expect(await read(author)).toMatchObject([{ isDeleted: true, user: null, replyCount: 1 }])
    await server.services.accountJobs.finish(leaver.id)
    const left = await server.services.db
      .selectFrom('comments')
      .select(['author_id', 'text'])
      .where('post_id', '=', Number(shown._id))
      .orderBy('id')
      .execute()
    expect(left).toEqual([
      { author_id: null, text: '' },
      { author_id: third.id, text: 'A reply' },
    ])
    expect(await count(author)).toBe(1)
  })
})
