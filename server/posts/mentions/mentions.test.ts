import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/comments.ts'
import type { Notification } from '../../../contract/notifications.ts'
import type { Post } from '../../../contract/posts.ts'
import { befriend, makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { ada, ben, cleo, jon } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let author: Member
let friend: Member
let stranger: Member
let other: Member
beforeAll(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  friend = await server.join(ben)
  stranger = await server.join(cleo)
  other = await server.join(jon)
  await befriend(server, author, friend)
})
beforeEach(async () => {
  await server.services.db.deleteFrom('notifications').execute()
})
afterAll(() => server.close())

const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, as: Member, body?: object) =>
  server.call(method, path, { as, ...(body && { body }) })
const read = async (as: Member, { _id }: Post): Promise<Post> =>
  (await call('GET', `/posts/${_id}`, as)).json()
const comment = async (as: Member, { _id }: Post, text: string): Promise<Comment> =>
  (await call('POST', `/posts/${_id}/comments`, as, { text })).json().at(-1)
const news = async (as: Member): Promise<Notification[]> =>
  (await call('GET', '/notifications', as)).json()
const told = async (as: Member) => (await news(as)).map(({ text, type }) => text || type)
const names = ({ mentions }: Post | Comment) => mentions.map(({ username }) => username)
const edit = (as: Member, { _id }: Post, text: string) => call('PUT', `/posts/${_id}`, as, { text })
const offered = async (as: Member, query: string) =>
  (await call('GET', `/users/mentionable?${query}`, as))
    .json()
    .map(({ username }: { username: string }) => username)

describe('a mention', () => {
  it('is told to whom it names, once, and read by all as a name', async () => {
    const shown = await post(server, author, 'Hi @BEN, mail a@Cleo, (@cleo_) @Ben @nobody <@1>')
    expect(shown.text).toBe('Hi @Ben, mail a@Cleo, (@cleo_) @Ben @nobody <\u2060@1>')
    expect(shown.mentions).toEqual([{ _id: friend.user._id, username: 'Ben' }])
    const link = 'https://tea.example/?for=@Ben'
    const linked = await post(server, author, link)
    expect(linked).toMatchObject({ text: link, mentions: [] })
    const posts = server.services.db.selectFrom('posts').select('text')
    const rows = await posts.orderBy('id').execute()
    const kept = rows.map(({ text }) => text)
    expect(kept).toEqual([expect.stringContaining(`Hi <@${friend.id}>`), link])
    expect(await read(stranger, shown)).toMatchObject({ text: shown.text })
    expect(await told(friend)).toEqual(['Ada mentioned you'])
    expect((await news(friend))[0]).toMatchObject({ postId: shown._id, commentId: null })
    expect([await told(author), await told(stranger)]).toEqual([[], []])
  })

  it('of a comment is told beside the comment itself, and quoted with its names', async () => {
    const shown = await post(server, author, 'Hello')
    const said = await comment(friend, shown, 'Look, @Cleo and @Ada <3')
    expect(names(said)).toEqual(['Cleo', 'Ada'])
    expect(await told(author)).toEqual(['comment'])
    expect(await news(stranger)).toMatchObject([
      { text: 'Ben mentioned you', quote: 'Look, @Cleo and @Ada <3', commentId: said._id },
    ])
    await call('DELETE', `/posts/${shown._id}/comments/${said._id}`, friend)
    expect(await told(stranger)).toEqual([])
  })

  it('of a post is told with its beginning as it reads now, while it is there', async () => {
    const shown = await post(server, author, `Look, @Cleo:\n\n${'🍲'.repeat(200)}`)
    const quotes = async () => (await news(stranger)).map(({ quote }) => quote)
    expect(await quotes()).toEqual([`Look, @Cleo: ${'🍲'.repeat(147)}…`])
    await edit(author, shown, 'Look, @Cleo and @Ben')
    expect(await quotes()).toEqual(['Look, @Cleo and @Ben'])
    await comment(author, shown, 'And @Cleo')
    expect(await quotes()).toEqual(['And @Cleo'])
    await call('DELETE', `/posts/${shown._id}`, author)
    expect(await news(stranger)).toEqual([])
  })

  it('of more than ten in a text names nobody', async () => {
    const crowd: Member[] = []
    for (let n = 0; n < 11; n++)
      crowd.push(await server.join({ ...ada, username: `Crowd${n}`, email: `c${n}@example.org` }))
    const text = crowd.map(({ user }) => `@${user.username}`).join(' ')
    const shown = await post(server, author, text)
    expect(names(shown)).toHaveLength(10)
    expect(shown.text).toBe(text)
    expect(await told(crowd[9] as Member)).toEqual(['Ada mentioned you'])
    expect(await told(crowd[10] as Member)).toEqual([])
  })

  it('of who may not see the place stays words and is told to nobody', async () => {
    const shown = await post(server, author, 'For @Ben and @Cleo', 'friends')
    expect(names(shown)).toEqual(['Ben'])
    expect(await told(stranger)).toEqual([])
    const said = await comment(friend, shown, 'And @Cleo')
    expect([names(said), await told(stranger)]).toEqual([[], []])
  })
})

it('an edit tells whom it names anew, and keeps whom it named', async () => {
  const shown = await post(server, author, 'Hi @Ben')
  await comment(stranger, shown, 'Hello')
  await server.services.db.deleteFrom('notifications').execute()
  await call('PUT', `/users/${author.user._id}/mute`, other, { until: null })
  const edited = (await edit(author, shown, 'Hi @Ben and @Cleo, @Jon')).json()
  expect(names(edited)).toEqual(['Ben', 'Cleo', 'Jon'])
  expect([await told(friend), await told(stranger)]).toEqual([[], ['Ada mentioned you']])
  // Who muted her hears nothing of it.
  expect(await told(other)).toEqual([])
  const again = await edit(author, shown, 'Hi @Ben and @Cleo, @Jon')
  expect(again.json().revision).toBe(edited.revision)
  await edit(author, shown, 'Hi')
  await edit(author, shown, 'Hi @Cleo')
  expect(await told(stranger)).toEqual(['Ada mentioned you'])
  const versions = (await call('GET', `/posts/${shown._id}/versions`, stranger)).json()
  expect(versions[0].text).toBe('Hi @Ben')
})

it('a name follows its member, is nobody to who is blocked, and goes with the account', async () => {
  const [renamed, reader] = [
    await server.join({ ...ada, username: 'Renata', email: 'r@example.org' }),
    await server.join({ ...ada, username: 'Reader', email: 'rr@example.org' }),
  ]
  const shown = await post(server, author, 'Ask @Renata')
  const said = await comment(author, shown, 'Or @renata here')
  await call('PUT', '/users/username', renamed, { username: 'Rena', password: ada.password })
  expect(await read(reader, shown)).toMatchObject({
    text: 'Ask @Rena',
    mentions: [{ _id: renamed.user._id, username: 'Rena' }],
  })
  await call('PUT', `/users/${reader.user._id}/block`, renamed)
  expect(await read(reader, shown)).toMatchObject({ text: 'Ask @Rena', mentions: [] })
  expect(names(await comment(reader, shown, 'Where is @Rena?'))).toEqual([])
  await call('DELETE', '/users/me', renamed)
  await expect
    .poll(() => server.services.db.selectFrom('post_mentions').selectAll().execute())
    .not.toContainEqual(expect.objectContaining({ user_id: renamed.id }))
  const { db } = server.services
  const kept = [await db.selectFrom('posts').select('text').execute()]
  kept.push(await db.selectFrom('comments').select('text').execute())
  expect(JSON.stringify(kept)).not.toContain(`<@${renamed.id}>`)
  expect(await read(author, shown)).toMatchObject({ text: 'Ask @deleted', mentions: [] })
  const comments = (await call('GET', `/posts/${shown._id}/comments`, author)).json()
  expect(comments).toContainEqual(
    expect.objectContaining({ _id: said._id, text: 'Or @deleted here', mentions: [] }),
  )
  // Nobody can be called so any more, but somebody may be.
  const called = { username: 'Deleted', username_key: 'deleted' }
  await db.updateTable('users').set(called).where('id', '=', reader.id).execute()
  const edited = (await edit(author, shown, 'Please ask @deleted')).json()
  expect(edited).toMatchObject({ text: 'Please ask @deleted', mentions: [] })
})

it('that were read stay with the comments they told, whichever goes', async () => {
  const shown = await post(server, author, 'Hello')
  const [first, second] = [
    await comment(friend, shown, 'One @Cleo'),
    await comment(friend, shown, 'Two @Cleo'),
  ]
  await call('PUT', '/notifications/read-all', stranger)
  await comment(friend, shown, 'Three @Cleo')
  const fourth = await comment(friend, shown, 'Four @Cleo')
  await call('DELETE', `/posts/${shown._id}/comments/${second._id}`, friend)
  expect(await news(stranger)).toMatchObject([
    { read: false, count: 2, commentId: fourth._id },
    { read: true, count: 1, commentId: first._id },
  ])
  // Added to an older one by an edit, it is told with the rest.
  const plain = await comment(friend, shown, 'Five')
  const sixth = await comment(friend, shown, 'Six @Cleo')
  const path = `/posts/${shown._id}/comments`
  await call('PUT', `${path}/${plain._id}`, friend, { text: 'Five @Cleo' })
  expect((await news(stranger))[0]).toMatchObject({ count: 4, commentId: plain._id })
  await call('DELETE', `${path}/${plain._id}`, friend)
  expect((await news(stranger))[0]).toMatchObject({ count: 3, commentId: sixth._id })
})

it('lose nothing by a comment between them that mentions nobody', async () => {
  const shown = await post(server, author, 'Hello')
  await comment(friend, shown, 'One @Cleo')
  const between = await comment(friend, shown, 'Nobody')
  await comment(friend, shown, 'Two @Cleo')
  await call('DELETE', `/posts/${shown._id}/comments/${between._id}`, friend)
  expect((await news(stranger))[0]).toMatchObject({ text: 'Ben mentioned you 2 times', count: 2 })
})

it('and comments lose nothing by a reply that was told as one, nor by what stands in the post', async () => {
  const shown = await post(server, stranger, 'Hello')
  const own = await comment(stranger, shown, 'First')
  for (const text of ['One', 'Two']) await comment(friend, shown, text)
  const reply = { text: 'Yes', parentId: own._id }
  const [thread] = (await call('POST', `/posts/${shown._id}/comments`, friend, reply)).json()
  const before = (await news(stranger)).map(({ type, count, commentId }) => [
    type,
    count,
    commentId,
  ])
  expect(before.map(([type, count]) => [type, count])).toEqual([
    ['other', 1],
    ['comment', 2],
  ])
  const said = thread.replies?.at(-1) ?? thread
  await call('DELETE', `/posts/${shown._id}/comments/${said._id}`, friend)
  expect(
    (await news(stranger)).map(({ type, count, commentId }) => [type, count, commentId]),
  ).toEqual(before.slice(1))
  const named = await post(server, friend, 'Hello @Cleo')
  const first = await comment(friend, named, 'One @Cleo')
  await comment(friend, named, 'Two @Cleo')
  await call('DELETE', `/posts/${named._id}/comments/${first._id}`, friend)
  expect((await news(stranger))[0]).toMatchObject({ count: 2 })
})

it('in a post outlives those of the same sender in comments under it', async () => {
  const shown = await post(server, author, 'Hello @Cleo')
  const said: { _id: string }[] = []
  for (const text of ['One @Cleo', 'Two @Cleo']) said.unshift(await comment(author, shown, text))
  const counts = []
  for (const { _id } of said) {
    await call('DELETE', `/posts/${shown._id}/comments/${_id}`, author)
    const [told] = await news(stranger)
    counts.push([told?.count, told?.commentId, told?.quote])
  }
  expect(counts).toEqual([
    [2, said[1]?._id, 'One @Cleo'],
    [1, null, 'Hello @Cleo'],
  ])
})

it('and replies are one piece of news of a sender while unread', async () => {
  const shown = await post(server, author, 'Hello')
  const said = await comment(stranger, shown, 'First')
  const reply = { text: 'Yes @Jon', parentId: said._id }
  for (let n = 0; n < 3; n++) await call('POST', `/posts/${shown._id}/comments`, friend, reply)
  expect(await told(stranger)).toEqual(['Ben replied to your comment 3 times'])
  expect((await news(other)).map(({ text, count }) => [text, count])).toEqual([
    ['Ben mentioned you 3 times', 3],
  ])
  await call('PUT', '/notifications/read-all', other)
  await comment(friend, shown, '@Jon!')
  expect(await told(other)).toEqual(['Ben mentioned you', 'Ben mentioned you 3 times'])
})

describe('who can be mentioned', () => {
  it('is who sees the place, friends first', async () => {
    expect(await offered(author, 'audience=profile')).toEqual(['Ben'])
    expect(await offered(author, 'audience=profile&q=CL')).toEqual(['Cleo'])
    expect(await offered(author, 'audience=friends&q=cl')).toEqual([])
    expect(await offered(author, 'audience=squad')).toEqual([])
    const open = await post(server, author, 'For all')
    const close = await post(server, author, 'For friends', 'friends')
    expect(await offered(stranger, `postId=${open._id}&q=b`)).toEqual(['Ben'])
    expect(await offered(friend, `postId=${close._id}`)).toEqual(['Ada'])
    await makePrivate(server, author)
    expect(await offered(author, 'audience=profile&q=cl')).toEqual([])
    await makePrivate(server, author, false)
  })

  it('is asked for one place that one sees', async () => {
    const close = await post(server, author, 'For friends', 'friends')
    const statuses: Record<string, number> = {}
    for (const query of ['', 'audience=profile&postId=1', 'postId=1', 'audience=profile&q=%25'])
      statuses[query] = (await call('GET', `/users/mentionable?${query}`, author)).statusCode
    expect(statuses).toEqual({
      '': 400,
      'audience=profile&postId=1': 400,
      'postId=1': 404,
      'audience=profile&q=%25': 400,
    })
    const refused = await call('GET', `/users/mentionable?postId=${close._id}`, stranger)
    expect(refused.statusCode).toBe(404)
  })
})
