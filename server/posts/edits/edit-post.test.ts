import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TOKEN_HEADER } from '../../../contract/accounts.ts'
import type { Comment } from '../../../contract/comments.ts'
import { CORRECTION_MS, MESSAGES, VERSIONS_MAX, type Version } from '../../../contract/edits.ts'
import { POST_TEXT_MAX, type Post } from '../../../contract/posts.ts'
import { befriend, feed, makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { remove } from '../../../tests/actions/removal-actions.ts'
import { ada, ben, cleo, jon } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let author: Member
let reader: Member
let stranger: Member
let shown: Post
beforeAll(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
  stranger = await server.join(cleo)
  await befriend(server, author, reader)
})
beforeEach(async () => {
  shown = await post(server, author, 'Soop is on')
})
afterAll(() => server.close())

const edit = (as: Member, text: unknown, more: object = {}) =>
  server.call('PUT', `/posts/${shown._id}`, { as, body: { text, ...more } })
const comment = async (as: Member, text: string): Promise<Comment> => {
  const path = `/posts/${shown._id}/comments`
  return (await server.call('POST', path, { as, body: { text } })).json().at(-1)
}
const editComment = (as: Member, id: string, text: string, more: object = {}) =>
  server.call('PUT', `/posts/${shown._id}/comments/${id}`, { as, body: { text, ...more } })
const read = async (as: Member): Promise<Post> =>
  (await server.call('GET', `/posts/${shown._id}`, { as })).json()
const versions = async (as: Member, below = ''): Promise<Version[]> =>
  (await server.call('GET', `/posts/${shown._id}${below}/versions`, { as })).json()
const texts = (found: Version[]) => found.map(({ text }) => text)
/** Of the reader's, by the author of the post. */
async function deletedAnswer() {
  const { _id } = await comment(reader, 'That is no soup')
  const path = `/posts/${shown._id}/comments/${_id}`
  expect((await server.call('DELETE', path, { as: author })).statusCode).toBe(200)
}
/** Of the reader's, by the author, who is an administrator. */
async function removedAnswer() {
  const { _id } = await comment(reader, 'That is no soup')
  expect(await remove(server, author, `comment/${_id}`)).toBe(200)
}
const like = () => server.call('POST', `/posts/${shown._id}/like`, { as: reader })

describe('editing a post', () => {
  it('takes the longest text, also where each sign of it is escaped', async () => {
    const text = '🫖'.repeat(POST_TEXT_MAX)
    const payload = JSON.stringify({ text }).replaceAll(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const answer = await server.app.inject({
      ...{ method: 'PUT', url: `/api/posts/${shown._id}`, payload },
      headers: { [TOKEN_HEADER]: author.token, 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(200)
    expect((await read(author)).text).toBe(text)
  })

  it('soon and unanswered is a correction that leaves no trace', async () => {
    await server.call('POST', `/posts/${shown._id}/like`, { as: author })
    const answer = await edit(author, ' Soup is on ')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ text: 'Soup is on', editedAt: null, revision: 1 })
    const [inFeed] = (await feed(server, reader, 'friends')).posts
    expect([inFeed?.text, inFeed?.editedAt]).toEqual(['Soup is on', null])
    expect(texts(await versions(reader))).toEqual(['Soup is on'])
  })

  it.each([
    ['later', async () => server.pass(CORRECTION_MS + 1)],
    ['after a like', like],
    ['after a vibe', () => vibe(reader)],
    ['after a comment', () => comment(reader, 'Mmh')],
    ['after a comment that its author deleted', () => deletedAnswer()],
    ['after a comment that an administrator removed', () => removedAnswer()],
  ])('%s is told, with what it said before', async (_, happen) => {
    await happen()
    await edit(author, 'Soup is on')
    const { editedAt, createdAt } = await read(reader)
    expect(editedAt).not.toBeNull()
    expect(await versions(reader)).toEqual([
      { text: 'Soop is on', writtenAt: createdAt },
      { text: 'Soup is on', writtenAt: editedAt },
    ])
  })

  it('keeps the first words and the latest of those that followed', async () => {
    await like()
    for (let n = 1; n <= VERSIONS_MAX + 2; n++) await edit(author, `Soup ${n}`)
    const kept = texts(await versions(reader))
    expect(kept.length).toBe(VERSIONS_MAX + 1)
    expect(kept.slice(0, 2)).toEqual(['Soop is on', 'Soup 3'])
    expect(kept.at(-1)).toBe(`Soup ${VERSIONS_MAX + 2}`)
  })

  it('is refused where another device was first, unless it says the same', async () => {
    await edit(author, 'Soup', { revision: 0 })
    const second = await edit(author, 'Stew', { revision: 0 })
    expect([second.statusCode, second.json().msg]).toEqual([409, MESSAGES.elsewhere])
    // As it is sent again where the answer was lost.
    expect((await edit(author, 'Soup', { revision: 0 })).json()).toMatchObject({ revision: 1 })
    expect((await edit(author, 'Stew')).json()).toMatchObject({ text: 'Stew', revision: 2 })
  })

  it('is for its author, and what it said for who may see it', async () => {
    const refused = await edit(reader, 'Mine')
    expect([refused.statusCode, refused.json().msg]).toEqual([403, MESSAGES.notYourPost])
    const signedOut = await server.call('PUT', `/posts/${shown._id}`, { body: { text: 'Mine' } })
    expect(signedOut.statusCode).toBe(401)
    expect((await edit(author, '  ')).statusCode).toBe(400)
    await makePrivate(server, author)
    expect((await edit(stranger, 'Mine')).statusCode).toBe(404)
    const path = `/posts/${shown._id}/versions`
    expect((await server.call('GET', path, { as: stranger })).statusCode).toBe(404)
    await makePrivate(server, author, false)
  })

  it('changes how its picture is described, which is no other words', async () => {
    const image = { name: 'image', filename: 'a.png', bytes: await testImage() }
    const body = form({ text: 'Look', imageAlt: 'A pot' }, image)
    shown = (await server.call('POST', '/posts', { as: author, body })).json().post
    await like()
    const line = await connect(server, reader)
    line.send({ type: 'watch_feed', feed: 'friends' })
    await line.flushed()
    const described = { imageAlts: ['A pot of soup'], revision: 0 }
    const answer = await edit(author, 'Look', described)
    expect(answer.json()).toMatchObject({
      ...{ image: { alt: 'A pot of soup' }, editedAt: null, revision: 1 },
    })
    await expect
      .poll(() => line.received)
      .toContainEqual({
        ...{ type: 'post_changed', postId: shown._id },
      })
    // As it is sent again, and as another device that knows nothing of it.
    expect((await edit(author, 'Look', described)).json()).toMatchObject({ revision: 1 })
    const second = await edit(author, 'Look', { imageAlts: ['A pan'], revision: 0 })
    expect([second.statusCode, second.json().msg]).toEqual([409, MESSAGES.elsewhere])
    expect(await versions(reader)).toHaveLength(1)
    expect((await edit(author, 'Look here')).json().image.alt).toBe('A pot of soup')
  })

  it('is told to the feeds where it stands, and to nobody else', async () => {
    const blocked = await server.join(jon)
    await server.call('PUT', `/users/${author.user._id}/block`, { as: blocked })
    const lines = await Promise.all([reader, stranger, blocked].map((as) => connect(server, as)))
    const [friends, everybody, outside] = lines
    friends?.send({ type: 'watch_feed', feed: 'friends' })
    for (const line of [everybody, outside]) line?.send({ type: 'watch_feed', feed: 'public' })
    for (const line of lines) await line.flushed()
    await edit(author, 'Soup')
    const event = { type: 'post_changed', postId: shown._id }
    expect(await friends?.next('post_changed')).toEqual(event)
    await expect.poll(() => everybody?.next('post_changed')).toEqual(event)
    await makePrivate(server, author)
    // It leaves the screens of who sees it no more.
    await expect.poll(() => everybody?.next('post_changed')).toEqual(event)
    await everybody?.flushed()
    everybody?.received.splice(0)
    await edit(author, 'Stew')
    await friends?.next('post_changed')
    await makePrivate(server, author, false)
    for (const line of [everybody, outside]) {
      await line?.flushed()
      // What the tests before changed may still be on its way.
      expect(JSON.stringify(line?.received)).not.toContain(shown._id)
    }
  })
})

describe('editing a comment', () => {
  it('soon and unanswered is a correction, and told where somebody spoke since', async () => {
    const { _id } = await comment(reader, 'Mhh')
    expect((await editComment(reader, _id, 'Mmh')).json()).toMatchObject({
      ...{ text: 'Mmh', editedAt: null, revision: 1 },
    })
    await comment(author, 'Is it?')
    const edited: Comment = (await editComment(reader, _id, 'Mmh!', { revision: 1 })).json()
    expect(edited.editedAt).not.toBeNull()
    expect(texts(await versions(stranger, `/comments/${_id}`))).toEqual(['Mmh', 'Mmh!'])
    const stale = await editComment(reader, _id, 'Hm', { revision: 1 })
    expect([stale.statusCode, stale.json().msg]).toEqual([409, MESSAGES.elsewhere])
  })

  it('is told to have changed by the post’s author also where they deleted what was said since', async () => {
    // What was said before is no answer to it.
    await deletedAnswer()
    const after = await comment(author, 'Taste it')
    expect((await editComment(author, after._id, 'Taste it!')).json().editedAt).toBeNull()
    await deletedAnswer()
    expect((await editComment(author, after._id, 'Taste')).json().editedAt).not.toBeNull()
  })

  it('is for its author alone, and the notification of it follows', async () => {
    const { _id } = await comment(reader, 'Mhh')
    const refused = await editComment(author, _id, 'Yuck')
    expect([refused.statusCode, refused.json().msg]).toEqual([403, MESSAGES.notYourComment])
    expect((await editComment(reader, '99', 'Yuck')).statusCode).toBe(404)
    await editComment(reader, _id, 'Mmh')
    const [told] = (await server.call('GET', '/notifications', { as: author })).json()
    expect(told.quote).toBe('Mmh')
  })

  it('is no more with its comment', async () => {
    const { _id } = await comment(reader, 'Mhh')
    await comment(author, 'Yes')
    await editComment(reader, _id, 'Mmh')
    await edit(author, 'Soup')
    const kept = () => server.services.db.selectFrom('comment_versions').selectAll().execute()
    const before = (await kept()).length
    await server.call('DELETE', `/posts/${shown._id}/comments/${_id}`, { as: reader })
    expect((await kept()).length).toBe(before - 1)
    await server.call('DELETE', `/posts/${shown._id}`, { as: author })
    const left = server.services.db.selectFrom('post_versions').selectAll()
    const ofPost = await left.where('post_id', '=', Number(shown._id)).execute()
    expect(ofPost).toEqual([])
  })
})

function vibe(as: Member) {
  return server.call('POST', `/posts/${shown._id}/vibes`, { as, body: { emoji: '🫖' } })
}
