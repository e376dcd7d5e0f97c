import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Conversation } from '../../../contract/conversations.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { Space } from '../../../contract/spaces.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { chat, enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo, jon, others, type Person } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

const [late, gone] = others as [Person, Person]

let server: TestServer
let spaceAdmin: Member
let member: Member
let third: Member
let outsider: Member
let garden: Space
beforeAll(async () => {
  server = await openTestServer()
  spaceAdmin = await server.join(ada)
  member = await server.join(ben)
  third = await server.join(cleo)
  outsider = await server.join(jon)
  garden = await makeSpace(server, spaceAdmin, { name: 'Garden' })
  for (const one of [member, third]) await enter(server, one, garden)
})
afterAll(() => server.close())

type Place = Pick<Space, '_id'>
const pathOf = ({ _id }: Place) => `/spaces/${_id}/messages`
const answer = (as: Member, to: SpaceMessage, content: string, place: Place = garden, key = '') =>
  server.call('POST', pathOf(place), {
    as,
    body: { content, replyTo: to._id },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const reply = async (as: Member, to: SpaceMessage, content: string, place?: Place) =>
  (await answer(as, to, content, place)).json() as SpaceMessage
const last = async (as: Member, place: Place = garden) => (await chat(server, as, place)).at(-1)
const told = async (as: Member): Promise<string[]> =>
  (await server.call('GET', '/notifications', { as }))
    .json()
    .map(({ text }: { text: string }) => text)

it('a reply quotes a line of what it answers, as it is now', async () => {
  const said = await say(server, member, garden, `Tea, @Cleo?\n\nOr ${'x'.repeat(200)}`)
  const replied = await reply(third, said, 'Tea!')
  expect(replied.replyTo).toMatchObject({
    _id: said._id,
    user: { username: 'Ben' },
    isDeleted: false,
  })
  expect(replied.replyTo?.content).toMatch(/^Tea, @Cleo\? Or x+…$/)
  expect(replied.replyTo?.content.length).toBe(161)
  const message = `${pathOf(garden)}/${said._id}`
  await server.call('PUT', message, { as: member, body: { content: 'Coffee?' } })
  expect((await last(spaceAdmin))?.replyTo).toMatchObject({ content: 'Coffee?' })
  await server.call('DELETE', message, { as: member })
  const gone = { _id: said._id, content: '', isDeleted: true }
  expect((await last(spaceAdmin))?.replyTo).toMatchObject(gone)
  // Who answered before they heard of it loses no words.
  expect((await reply(spaceAdmin, said, 'Late to it')).replyTo).toMatchObject(gone)
})

it('only what one may read in the same room can be answered', async () => {
  const said = await say(server, member, garden, 'Here')
  const elsewhere = await makeSpace(server, outsider)
  expect((await answer(outsider, said, 'Me, too')).statusCode).toBe(403)
  expect((await answer(outsider, said, 'Me, too', elsewhere)).statusCode).toBe(404)
  expect(await chat(server, outsider, elsewhere)).toEqual([])
})

it('of whose account was deleted nothing is quoted, while their words are still there', async () => {
  const leaving = await server.join(gone)
  await enter(server, leaving, garden)
  const replied = await reply(third, await say(server, leaving, garden, 'Farewell'), 'Bye')
  const hears = await connect(server, member)
  const { db } = server.services
  const deletedAt = (deleted_at: number | null) =>
    db.updateTable('users').set({ deleted_at }).where('id', '=', leaving.id).execute()
  await deletedAt(1)
  const body = { emoji: '👋' }
  const path = `${pathOf(garden)}/${replied._id}/reactions`
  expect((await server.call('POST', path, { as: member, body })).statusCode).toBe(200)
  const { replyTo } = (await hears.next('message_changed')).message
  await deletedAt(null)
  expect(replyTo).toMatchObject({ user: null, content: '' })
})

it('the same reply sent twice is one', async () => {
  const said = await say(server, member, garden, 'Once')
  const [one, two] = [
    await answer(third, said, 'Yes', garden, 'reply-one'),
    await answer(third, said, 'Yes', garden, 'reply-one'),
  ]
  expect(two.json()).toEqual(one.json())
  expect(
    (await chat(server, third, garden)).filter(({ content }) => content === 'Yes').length,
  ).toBe(1)
})

it('whose message is answered is told, once for many, unless they muted it or left', async () => {
  await server.services.db.deleteFrom('notifications').execute()
  const said = await say(server, member, garden, 'Anybody?')
  await reply(third, said, '@Ben yes')
  await reply(third, said, 'And @Ada')
  await reply(member, said, 'Me')
  expect(await told(member)).toEqual(['Cleo replied to you in Garden 2 times'])
  expect(await told(spaceAdmin)).toEqual(['Cleo mentioned you in Garden'])
  await server.call('PUT', `/users/${spaceAdmin.user._id}/mute`, {
    as: member,
    body: { until: null },
  })
  await reply(spaceAdmin, said, 'Yes')
  expect(await told(member)).toHaveLength(1)
  await server.call('POST', `/spaces/${garden._id}/leave`, { as: member })
  await server.services.db.deleteFrom('notifications').execute()
  await reply(third, said, 'Still there?')
  expect(await told(member)).toEqual([])
  await enter(server, member, garden)
})

it('a removed reply is given back with what it answers', async () => {
  const said = await say(server, third, garden, 'Question')
  const replied = await reply(member, said, 'Answer')
  const path = `${pathOf(garden)}/${replied._id}`
  await server.call('DELETE', `${path}?reason=No`, { as: spaceAdmin })
  const mark = (await chat(server, third, garden, `?after=${replied.seq}`)).at(-1)
  expect(mark).toMatchObject({ isDeleted: true, replyTo: null })
  const [removal] = (
    await server.call('GET', `/spaces/${garden._id}/removals`, { as: spaceAdmin })
  ).json()
  const back = `/spaces/${garden._id}/removals/${removal._id}/undo`
  const undone = await server.call('POST', back, { as: spaceAdmin, body: { text: 'Sorry' } })
  expect(undone.statusCode).toBe(200)
  expect((await last(third))?.replyTo).toMatchObject({ _id: said._id, content: 'Question' })
})

it('to who came later nothing is told of what was said before, not by an event either', async () => {
  const newcomer = await server.join(late)
  for (const one of [member, third, newcomer]) await befriend(server, spaceAdmin, one)
  const userIds = [member, third].map(({ user }) => user._id)
  const begun = await server.call('POST', '/conversations', { as: spaceAdmin, body: { userIds } })
  const group: Conversation = begun.json()
  const secret = await say(server, member, group, 'A secret')
  const people = `/conversations/${group._id}/members`
  const body = { userId: newcomer.user._id }
  expect((await server.call('POST', people, { as: spaceAdmin, body })).statusCode).toBe(200)
  const [knows, came] = [await connect(server, spaceAdmin), await connect(server, newcomer)]
  const replied = await reply(third, secret, 'Sh!', group)
  const heard = async (client: typeof came) => (await client.next('message_created')).message
  const nothing = { _id: null, changeSeq: 0, user: null, content: '', isDeleted: false }
  expect((await heard(knows)).replyTo).toMatchObject({ _id: secret._id, content: 'A secret' })
  expect((await heard(came)).replyTo).toEqual(nothing)
  expect((await last(newcomer, group))?.replyTo).toEqual(nothing)
  const path = `${pathOf(group)}/${replied._id}/reactions`
  const reacted = await server.call('POST', path, { as: newcomer, body: { emoji: '👍' } })
  expect(reacted.json().replyTo).toEqual(nothing)
  expect((await answer(newcomer, secret, 'What?', group)).statusCode).toBe(404)
})
