import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES, type Post } from '../../../contract/posts.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { Space } from '../../../contract/spaces.ts'
import { befriend, makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { chat, enter, makeSpace } from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo, jon } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

// What a message shows besides its words: a post that it shares, and where its first link leads.

let server: TestServer
let author: Member
let member: Member
let reader: Member
let outsider: Member
let garden: Space
const asked: string[] = []
beforeAll(async () => {
  server = await openTestServer({
    safeFetch: {
      async get(url) {
        asked.push(url)
        return Buffer.from(`<head><title>Page of ${url}</title></head>`)
      },
    },
  })
  author = await server.join(ada)
  member = await server.join(ben)
  reader = await server.join(cleo)
  outsider = await server.join(jon)
  garden = await makeSpace(server, member, { name: 'Garden' })
  await enter(server, reader, garden)
})
afterAll(() => server.close())

const send = (as: Member, body: object) =>
  server.call('POST', `/spaces/${garden._id}/messages`, { as, body })
const share = (as: Member, { _id }: Pick<Post, '_id'>, content = '') =>
  send(as, { content, postId: _id })
const cards = async (as: Member, ...posts: Pick<Post, '_id'>[]): Promise<string[]> => {
  const ids = posts.map(({ _id }) => _id).join(',')
  const answer = await server.call('GET', `/posts/cards?ids=${ids}`, { as })
  return answer.json().map(({ text }: Post) => text)
}
const last = async (as: Member) => (await chat(server, as, garden)).at(-1) as SpaceMessage

it('a public post is shared with words or without, and its card follows who may see it', async () => {
  const [one, two] = [await post(server, author, 'One'), await post(server, author, 'Two')]
  expect((await share(member, one)).json()).toMatchObject({ content: '', postId: one._id })
  await share(member, two, 'Look')
  expect(await last(reader)).toMatchObject({ content: 'Look', postId: two._id })
  expect((await cards(reader, one, two)).toSorted()).toEqual(['One', 'Two'])
  await server.call('DELETE', `/posts/${one._id}`, { as: author })
  expect(await cards(reader, one, two)).toEqual(['Two'])
  await server.call('PUT', `/users/${reader.user._id}/block`, { as: author })
  expect([await cards(reader, two), await cards(member, two)]).toEqual([[], ['Two']])
  await server.call('DELETE', `/users/${reader.user._id}/block`, { as: author })
  await makePrivate(server, author)
  expect(await cards(reader, one, two)).toEqual([])
  await makePrivate(server, author, false)
  expect((await last(reader)).postId).toBe(two._id)
})

it('only public posts are shared, by who sees them and is in the space', async () => {
  await befriend(server, author, member)
  const forFriends = await post(server, author, 'Friends', 'friends')
  const refused = await share(member, forFriends)
  expect([refused.statusCode, refused.json().message]).toEqual([409, MESSAGES.onlyPublic])
  expect((await share(reader, forFriends)).statusCode).toBe(404)
  const forAll = await post(server, author, 'All')
  expect((await share(outsider, forAll)).statusCode).toBe(403)
  expect((await send(member, { content: ' ' })).statusCode).toBe(400)
  const tooMany = Array.from({ length: 11 }, () => forAll)
  const ids = tooMany.map(({ _id }) => _id).join(',')
  expect((await server.call('GET', `/posts/cards?ids=${ids}`, { as: member })).statusCode).toBe(400)
})

it('the first link of a message has a card, which all in the space hear of', async () => {
  const hears = await connect(server, reader)
  const sent: SpaceMessage = (await send(member, { content: 'See https://tea.example/a' })).json()
  expect(sent.link).toBeNull()
  expect((await hears.next('message_created')).message).toMatchObject({ _id: sent._id, link: null })
  const changed = await hears.next('message_changed')
  const link = { url: 'https://tea.example/a', title: 'Page of https://tea.example/a' }
  expect(changed.message).toMatchObject({ _id: sent._id, link })
  expect(changed.message.changeSeq).toBeGreaterThan(sent.changeSeq)
  expect(await last(reader)).toMatchObject({ link })
  // Known by now: it is there from the start, and the page is not asked again.
  const again: SpaceMessage = (
    await send(reader, { content: 'Again https://tea.example/a' })
  ).json()
  expect(again.link).toMatchObject(link)
  expect((await hears.next('message_created')).message.link).toMatchObject(link)
  expect((await last(member)).link).toMatchObject(link)
  expect(asked).toEqual(['https://tea.example/a'])
})

it('no preview means none, also after an edit that leaves the link; a new link has its own', async () => {
  const sent: SpaceMessage = (
    await send(member, { content: 'https://tea.example/a', noPreview: 'yes' })
  ).json()
  const edit = (content: string) =>
    server.call('PUT', `/spaces/${garden._id}/messages/${sent._id}`, {
      as: member,
      body: { content },
    })
  expect((await edit('Tea: https://tea.example/a')).json().link).toBeNull()
  await edit('Tea: https://tea.example/b')
  await expect.poll(async () => (await last(reader)).link?.url).toBe('https://tea.example/b')
  expect((await edit('No tea')).json().link).toBeNull()
})

it('a message that shares a post shows where no link leads, also after an edit', async () => {
  const all = await post(server, author, 'All')
  const { _id }: SpaceMessage = (await share(member, all, 'Look')).json()
  const body = { content: 'Look, and https://tea.example/a' }
  const where = `/spaces/${garden._id}/messages/${_id}`
  expect((await server.call('PUT', where, { as: member, body })).json().link).toBeNull()
  // Its words can be taken away again: the post is enough.
  const wordless = await server.call('PUT', where, { as: member, body: { content: '' } })
  expect(wordless.json()).toMatchObject({ content: '', postId: all._id })
})
