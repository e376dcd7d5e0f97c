import { describe, expect, it } from 'vitest'
import { COMMENT_TEXT_MAX, type Comment, MESSAGES } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { befriend, feed, makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../../tests/scenes/scene-for-each.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let author: Member
let reader: Member
let shown: Post
openForEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
  shown = await post(server, author, 'Hello')
  return server
})

const say = (as: Member, text: unknown, headers: Record<string, string> = {}) =>
  server.call('POST', `/posts/${shown._id}/comments`, { as, body: { text }, headers })
const read = async (as: Member, query = ''): Promise<Comment[]> =>
  (await server.call('GET', `/posts/${shown._id}/comments${query}`, { as })).json()
const texts = (comments: Comment[]) => comments.map((comment) => comment.text)

describe('the newest comments of some posts', () => {
  const readFirst = (as: Member | undefined, ids: unknown) =>
    server.call('GET', `/posts/comments?ids=${ids}`, as ? { as } : {})

  it('come at once, in the order asked for, each as under its post', async () => {
    const other = await post(server, reader, 'Another')
    await say(reader, 'First')
    await server.call('POST', `/posts/${other._id}/comments`, { as: author, body: { text: 'Two' } })
    const answer = await readFirst(reader, `${other._id},${shown._id}`)
    expect(answer.json()).toEqual([
      { postId: other._id, comments: [expect.objectContaining({ text: 'Two' })] },
      { postId: shown._id, comments: await read(reader) },
    ])
  })

  it('come with nothing where nobody said anything, and without posts that are not there for one', async () => {
    const stranger = await server.join(cleo)
    const hidden = await post(server, stranger, 'Hidden')
    await makePrivate(server, stranger)
    const answer = await readFirst(reader, `${hidden._id},999,${shown._id}`)
    expect(answer.json()).toEqual([{ postId: shown._id, comments: [] }])
    await server.call('PUT', `/users/${reader.user._id}/block`, { as: author })
    expect((await readFirst(reader, shown._id)).json()).toEqual([])
  })

  it('come once under a post that is asked for twice', async () => {
    const answer = await readFirst(reader, `${shown._id},${shown._id}`)
    expect(answer.json()).toEqual([{ postId: shown._id, comments: [] }])
  })

  it.each(['', 'a', '1,', '1,2,3,4', '0', '99999999999999999'])(
    'are refused for "%s"',
    async (ids) => {
      expect((await readFirst(reader, ids)).statusCode).toBe(400)
    },
  )

  it('are for members', async () => {
    expect((await readFirst(undefined, shown._id)).statusCode).toBe(401)
  })
})

describe('deleting a comment', () => {
  const remove = (id: string | undefined, as?: Member) =>
    server.call('DELETE', `/posts/${shown._id}/comments/${id}`, as ? { as } : {})

  it('is for who wrote it and whose post it is, and changes the count', async () => {
    const third = await server.join(cleo)
    await say(reader, 'First')
    await say(third, 'Second')
    const [first, second] = await read(author)
    expect((await remove(first?._id)).statusCode).toBe(401)
    const refused = await remove(first?._id, third)
    expect([refused.statusCode, refused.json().msg]).toEqual([403, MESSAGES.notYours])
    const answer = await remove(first?._id, reader)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.deleted])
    expect((await remove(first?._id, reader)).statusCode).toBe(404)
    expect((await remove(second?._id, author)).statusCode).toBe(200)
    expect(await read(third)).toEqual([])
    expect((await feed(server, third, 'public')).posts[0]?.commentCount).toBe(0)
    expect((await server.call('GET', '/notifications', { as: author })).json()).toEqual([])
  })

  it('is not possible below another post, nor one that is hidden', async () => {
    await say(reader, 'First')
    const [first] = await read(author)
    const other = await post(server, author, 'Another')
    const path = `/posts/${other._id}/comments/${first?._id}`
    expect((await server.call('DELETE', path, { as: author })).statusCode).toBe(404)
    await server.call('PUT', `/users/${author.user._id}/block`, { as: reader })
    expect((await remove(first?._id, reader)).statusCode).toBe(404)
    expect((await remove(first?._id, author)).statusCode).toBe(404)
  })
})

describe('comments', () => {
  it('come oldest first, with who said them', async () => {
    await say(reader, 'First')
    const answer = await say(author, '  Second\r\n ')
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject([
      { text: 'First', user: { username: 'Ben', _id: reader.user._id } },
      { text: 'Second', user: { username: 'Ada' } },
    ])
    expect(await read(reader)).toEqual(answer.json())
    const [inFeed] = (await feed(server, reader, 'public')).posts
    expect(inFeed?.commentCount).toBe(2)
  })

  it('come 50 a page from the newest back', async () => {
    for (let index = 1; index <= 53; index++) await say(reader, `Comment ${index}`)
    const newest = await read(author)
    expect([newest.length, newest[0]?.text]).toEqual([50, 'Comment 4'])
    const older = await read(author, `?before=${newest[0]?._id}`)
    expect(texts(older)).toEqual(['Comment 1', 'Comment 2', 'Comment 3'])
  })

  it.each([
    ['', MESSAGES.textMissing],
    [' \n ', MESSAGES.textMissing],
    [undefined, MESSAGES.textMissing],
    [['a'], MESSAGES.textMissing],
    ['x'.repeat(COMMENT_TEXT_MAX + 1), MESSAGES.textLong],
  ])('refuse %j', KEEPS_SCENE, async (text, sentence) => {
    const answer = await say(reader, text)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { text: sentence }])
    expect(await read(reader)).toEqual([])
  })

  it('refuse a page that is none', KEEPS_SCENE, async () => {
    const answer = await server.call('GET', `/posts/${shown._id}/comments?before=first`, {
      as: reader,
    })
    expect(answer.statusCode).toBe(400)
  })

  it('find nothing under a post that has just vanished', async () => {
    await server.call('DELETE', `/posts/${shown._id}`, { as: author })
    expect((await say(reader, 'Too late')).statusCode).toBe(404)
    expect(
      (await server.call('GET', `/posts/${shown._id}/comments`, { as: reader })).statusCode,
    ).toBe(404)
  })

  it('hide with the post of a private member', async () => {
    await say(reader, 'Seen')
    await makePrivate(server, author)
    const answer = await server.call('GET', `/posts/${shown._id}/comments`, { as: reader })
    expect(answer.statusCode).toBe(404)
    // Nothing is written that its writer would not see.
    expect((await say(reader, 'Unseen')).statusCode).toBe(404)
    expect(texts(await read(author))).toEqual(['Seen'])
  })
})

describe('the same request sent again under its key', () => {
  const KEY = { 'idempotency-key': 'c0ffee-1' }

  it('makes one comment, also when both come at once', async () => {
    const [first, again] = await Promise.all([say(reader, 'Once', KEY), say(reader, 'Once', KEY)])
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    await say(reader, 'Once', KEY)
    expect(texts(await read(reader))).toEqual(['Once'])
    await say(reader, 'Once')
    expect(texts(await read(reader))).toEqual(['Once', 'Once'])
  })

  it('says so where what it made is gone by then', async () => {
    const [comment] = (await say(reader, 'Once', KEY)).json()
    const reply = { text: 'An answer', parentId: comment._id }
    await server.call('POST', `/posts/${shown._id}/comments`, { as: author, body: reply })
    const path = `/posts/${shown._id}/comments/${comment._id}`
    expect((await server.call('DELETE', path, { as: reader })).statusCode).toBe(200)
    expect((await say(reader, 'Once', KEY)).statusCode).toBe(404)
    expect((await say(reader, 'Once')).statusCode).toBe(201)

    const send = () =>
      server.call('POST', '/posts', {
        as: reader,
        body: form({ text: 'A post' }),
        headers: { 'idempotency-key': 'c0ffee-2' },
      })
    const { post } = (await send()).json()
    expect((await server.call('DELETE', `/posts/${post._id}`, { as: reader })).statusCode).toBe(200)
    expect((await send()).statusCode).toBe(404)
  })

  it('makes one post and answers with it', async () => {
    const send = (text: string) =>
      server.call('POST', '/posts', { as: reader, body: form({ text }), headers: KEY })
    const [first, again] = await Promise.all([send('Once'), send('Once')])
    expect(again.json().post._id).toBe(first.json().post._id)
    expect((await feed(server, reader, 'friends')).posts).toHaveLength(1)
    expect((await send('Another')).statusCode).toBe(409)
    expect((await feed(server, reader, 'friends')).posts).toHaveLength(1)
  })

  it('makes one of two comments that differ and come at once, and refuses the other', async () => {
    const answers = await Promise.all([say(reader, 'Once', KEY), say(reader, 'Twice', KEY)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
    expect(await read(reader)).toHaveLength(1)
  })

  it('is another one where any field or the picture differs', async () => {
    const bytes = await testImage()
    const send = (imageAlt: string, file: Buffer) => {
      const image = { name: 'image', filename: 'a.png', bytes: file }
      const body = form({ text: 'Look', imageAlt }, image)
      return server.call('POST', '/posts', { as: reader, body, headers: KEY })
    }
    const first = (await send('A field', bytes)).json().post
    expect((await send('A field', bytes)).json().post._id).toBe(first._id)
    expect((await send('A meadow', bytes)).statusCode).toBe(409)
    expect((await send('A field', await testImage('jpeg'))).statusCode).toBe(409)
  })

  it('is another one at another route', async () => {
    await say(reader, 'Once', KEY)
    const body = form({ text: 'Once', id: shown._id })
    const answer = await server.call('POST', '/posts', { as: reader, body, headers: KEY })
    expect(answer.statusCode).toBe(409)
  })

  it('is done when it comes again after it was refused', async () => {
    await makePrivate(server, author)
    expect((await say(reader, 'Once', KEY)).statusCode).toBe(404)
    await befriend(server, author, reader)
    expect((await say(reader, 'Once', KEY)).statusCode).toBe(201)
    expect(texts(await read(reader))).toEqual(['Once'])
  })

  it('is a member’s own', async () => {
    await say(reader, 'Mine', KEY)
    await say(author, 'Mine', KEY)
    expect(await read(reader)).toHaveLength(2)
  })

  it('refuses another content, and a key that is none', async () => {
    await say(reader, 'Once', KEY)
    expect((await say(reader, 'Twice', KEY)).statusCode).toBe(409)
    expect((await say(reader, 'Once', { 'idempotency-key': 'x'.repeat(201) })).statusCode).toBe(400)
    expect(texts(await read(reader))).toEqual(['Once'])
  })
})
