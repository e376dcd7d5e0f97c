import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '../../contract/notifications.ts'
import type { Post } from '../../contract/posts.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo, jon } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { mutate } from '../platform/database/mutate.ts'
import { notify } from './notify.ts'

const LATER = Date.UTC(2100, 0, 1)

let server: TestServer
let author: Member
let reader: Member
let shown: Post
beforeEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
  shown = await post(server, author, 'Hello')
})
afterEach(() => server.close())

const say = (as: Member, text: string, { to = shown, key = '' } = {}) =>
  server.call('POST', `/posts/${to._id}/comments`, {
    as,
    body: { text },
    headers: key === '' ? {} : { 'idempotency-key': key },
  })
const list = async (as: Member): Promise<Notification[]> =>
  (await server.call('GET', '/notifications', { as })).json()
const count = async (as: Member): Promise<number> =>
  (await server.call('GET', '/notifications/count', { as })).json().count

describe('a comment', () => {
  it('is told to the author of the post, at once', async () => {
    const line = await connect(server, author)
    const [comment] = (await say(reader, 'Nice')).json()
    const { notification } = await line.next('notification')
    expect(notification).toMatchObject({
      type: 'comment',
      postId: shown._id,
      commentId: comment._id,
      sender: { username: 'Ben' },
      quote: 'Nice',
    })
    expect(await list(author)).toEqual([notification])
    expect(await list(reader)).toEqual([])
  })

  it('on one’s own post is no news', async () => {
    await say(author, 'And this')
    expect(await list(author)).toEqual([])
  })

  it('is quoted by its beginning, in one line, as long as it is there', async () => {
    const long = `First.\n\nThen ${'🍲'.repeat(200)}`
    const [comment] = (await say(reader, long)).json()
    const [{ quote }] = (await list(author)) as [Notification]
    expect(quote.startsWith('First. Then 🍲')).toBe(true)
    expect(Array.from(quote)).toHaveLength(161)
    await server.call('DELETE', `/posts/${shown._id}/comments/${comment._id}`, { as: reader })
    expect((await list(author)).map((one) => one.quote)).not.toContain(quote)
  })

  it('that is sent twice is told once', async () => {
    await Promise.all([say(reader, 'Nice', { key: 'k1' }), say(reader, 'Nice', { key: 'k1' })])
    await say(reader, 'Nice', { key: 'k1' })
    expect(await list(author)).toMatchObject([{ count: 1 }])
  })

  it('that is refused is not told', async () => {
    expect((await say(reader, '')).statusCode).toBe(400)
    expect(await list(author)).toEqual([])
  })

  it('takes the place of the sender’s unread one on that post, at the top', async () => {
    await say(reader, 'First')
    const stranger = await server.join(cleo)
    await say(stranger, 'Hello')
    const comments = (await say(reader, 'Second')).json()
    const [top, below] = await list(author)
    expect(top).toMatchObject({ sender: { username: 'Ben' }, commentId: comments.at(-1)._id })
    expect(below).toMatchObject({ sender: { username: 'Cleo' } })
    expect([top?.count, below?.count]).toEqual([2, 1])
    expect(await count(author)).toBe(2)
    const another = await post(server, author, 'Another')
    await say(reader, 'Here, too', { to: another })
    expect(await count(author)).toBe(3)
  })

  it('is one piece of news with others of the same moment', async () => {
    const comments = Array.from({ length: 6 }, (_, index) => say(reader, `Comment ${index}`))
    for (const answer of await Promise.all(comments)) expect(answer.statusCode).toBe(201)
    expect(await list(author)).toMatchObject([{ count: 6 }])
    expect(await count(author)).toBe(1)
  })

  it('is one piece of news, whatever else the two transactions hold', async () => {
    await say(author, 'One')
    const [first, second] = (await say(author, 'Two')).json()
    const news = { to: author.id, senderId: reader.id, postId: Number(shown._id) }
    const { promise: bothBegan, resolve } = Promise.withResolvers<void>()
    // SQLite has one writer at a time: there the other begins when this one is done.
    const bothOrOne = server.database.databaseUrl ? bothBegan : Promise.resolve()
    let began = 0
    const tell = ({ _id }: { _id: string }) =>
      mutate(server.services, async (mutation) => {
        began += 1
        if (began === 2) resolve()
        await bothOrOne
        await notify(server.services, mutation, {
          ...news,
          kind: 'comment',
          commentId: Number(_id),
        })
      })
    await Promise.all([tell(first), tell(second)])
    expect(await list(author)).toMatchObject([{ count: 2 }])
  })

  it('is news again once the last was read', async () => {
    await say(reader, 'First')
    await server.call('PUT', '/notifications/read-all', { as: author })
    await say(reader, 'Second')
    const told = (await list(author)).map(({ read, count: times }) => [read, times])
    expect(told).toEqual([
      [false, 1],
      [true, 1],
    ])
  })
})

describe('what is gone', () => {
  const unsay = (_id: string, as = reader) =>
    server.call('DELETE', `/posts/${shown._id}/comments/${_id}`, { as })

  it('is no news any more: one comment of several, whichever it was', async () => {
    const before = (await say(reader, 'Seen')).json()
    await server.call('PUT', '/notifications/read-all', { as: author })
    await say(reader, 'First')
    await say(reader, 'Second')
    const all = (await say(reader, 'Third')).json()
    const [seen, first, second, third] = all.map(({ _id }: { _id: string }) => _id)
    expect(seen).toBe(before[0]._id)
    const unread = async () =>
      (await list(author))
        .filter(({ read }) => !read)
        .map((one) => [one.count, one.commentId, one.quote])
    expect(await unread()).toEqual([[3, third, 'Third']])
    await unsay(seen)
    expect(await unread()).toEqual([[3, third, 'Third']])
    await unsay(third)
    expect(await unread()).toEqual([[2, second, 'Second']])
    expect(await count(author)).toBe(1)
    await unsay(first, author)
    expect(await unread()).toEqual([[1, second, 'Second']])
    await unsay(second)
    expect(await unread()).toEqual([])
    expect(await count(author)).toBe(0)
  })

  it('is counted rightly while its reader does not see it: its author, or the post', async () => {
    const admin = await server.join(jon)
    await server.services.db
      .updateTable('users')
      .set({ is_admin: 1 })
      .where('id', '=', admin.id)
      .execute()
    const other = await server.join(cleo)
    const setUser = (id: number, change: object) =>
      server.services.db.updateTable('users').set(change).where('id', '=', id).execute()
    const hide = {
      'its author': (isHidden: boolean) =>
        setUser(reader.id, { suspended_until: isHidden ? LATER : null }),
      'the post': (isHidden: boolean) =>
        setUser(author.id, { suspended_until: isHidden ? LATER : null }),
    }
    for (const [whose, hidden] of Object.entries(hide)) {
      await server.services.db.deleteFrom('notifications').execute()
      const ids: string[] = []
      for (const text of ['One @Cleo', 'Two @Cleo', 'Three @Cleo'])
        ids.push((await say(reader, text)).json().at(-1)._id)
      const [first, second, third] = ids
      const told = async () => (await list(other)).map((one) => [one.count, one.commentId])
      expect([whose, await told()]).toEqual([whose, [[3, third]]])
      const remove = (id = '') =>
        server.call('DELETE', `/admin/comment/${id}?reason=Kind`, { as: admin })
      await hidden(true)
      expect([whose, await told()]).toEqual([whose, []])
      for (const id of [first, third]) expect((await remove(id)).statusCode).toBe(200)
      await hidden(false)
      expect([whose, await told()]).toEqual([whose, [[1, second]]])
    }
  })

  it('is no news any more: a post', async () => {
    await say(reader, 'Nice')
    const line = await connect(server, author)
    await server.call('DELETE', `/posts/${shown._id}`, { as: author })
    expect((await line.next('unread_count')).count).toBe(0)
    expect(await list(author)).toEqual([])
  })

  it('is no news any more: an account', async () => {
    await say(reader, 'Nice')
    const line = await connect(server, author)
    await server.call('DELETE', '/users/me', { as: reader })
    expect((await line.next('unread_count')).count).toBe(0)
    expect(await list(author)).toEqual([])
  })
})
