import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '../../contract/durations.ts'
import { REACTORS_MAX, type ReactorList } from '../../contract/space-messages.ts'
import type { SpaceSummary } from '../../contract/space-summaries.ts'
import type { Space } from '../../contract/spaces.ts'
import { befriend } from '../../tests/actions/post-actions.ts'
import { crowd, enter, lookAt, openSpace, say } from '../../tests/actions/space-actions.ts'
import { others, type Person } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'

const [dora] = others as [Person]

let server: TestServer
let admin: Member
let guest: Member
let stranger: Member
let third: Member
let space: Space
beforeAll(async () => {
  ;({ server, admin, guest, stranger, space } = await openSpace())
  third = await server.join(dora)
  await enter(server, third, space)
})
afterAll(() => server.close())

type Given = Pick<Space, '_id'>
const mute = (as: Member, room: Given, until: string | null) =>
  server.call('PUT', `/spaces/${room._id}/mute`, { as, body: { until } })
const unmute = (as: Member, room: Given) =>
  server.call('DELETE', `/spaces/${room._id}/mute`, { as })
const inOneMinute = () => new Date(server.services.clock() + MINUTE_MS).toISOString()
const roomOf = async (as: Member): Promise<SpaceSummary> =>
  (await server.call('GET', '/spaces/rooms', { as })).json().rooms[0]
const told = async (as: Member): Promise<string[]> =>
  (await server.call('GET', '/notifications', { as }))
    .json()
    .map(({ text }: { text: string }) => text)

it('a muted space makes no sign until its time is over, but a mention tells', async () => {
  expect((await mute(stranger, space, null)).statusCode).toBe(403)
  const past = new Date(server.services.clock() - 1).toISOString()
  expect((await mute(guest, space, past)).statusCode).toBe(400)
  const other = await connect(server, guest)
  const until = inOneMinute()
  expect((await mute(guest, space, until)).statusCode).toBe(200)
  // In all windows of theirs, and nobody else's.
  expect(await other.next('mute_changed')).toEqual({ type: 'mute_changed', spaceId: space._id })
  await say(server, admin, space, 'Anybody here?')
  expect(await roomOf(guest)).toMatchObject({ isUnread: false, mute: { until } })
  expect(await roomOf(third)).toMatchObject({ isUnread: true, mute: null })
  expect(await lookAt(server, guest, space)).toMatchObject({ unreadCount: 0, mute: { until } })
  await say(server, admin, space, 'Ask @Ben')
  expect(await told(guest)).toEqual([`Ada mentioned you in ${space.name}`])
  server.pass(MINUTE_MS)
  expect(await roomOf(guest)).toMatchObject({ isUnread: true, mute: null })
  expect(await lookAt(server, guest, space)).toMatchObject({ unreadCount: 2, mute: null })

  await mute(guest, space, null)
  expect(await roomOf(guest)).toMatchObject({ isUnread: false, mute: { until: null } })
  expect((await unmute(guest, space)).statusCode).toBe(200)
  expect((await unmute(guest, space)).statusCode).toBe(200)
  expect((await roomOf(guest)).isUnread).toBe(true)
})

it('a muted conversation is not counted', async () => {
  await befriend(server, admin, guest)
  const body = { userIds: [guest.user._id] }
  const talk = (await server.call('POST', '/conversations', { as: admin, body })).json()
  const unread = async () =>
    (await server.call('GET', '/conversations/count', { as: guest })).json().unread
  await say(server, admin, talk, 'Psst')
  expect(await unread()).toBe(1)
  expect((await mute(stranger, talk, null)).statusCode).toBe(404)
  await mute(guest, talk, inOneMinute())
  expect(await unread()).toBe(0)
  const [listed] = (await server.call('GET', '/conversations', { as: guest })).json().conversations
  expect(listed).toMatchObject({ isUnread: false, mute: { until: expect.any(String) } })
  server.pass(MINUTE_MS)
  expect(await unread()).toBe(1)
})

it('who reacted is named to members, but for whom a block keeps apart, who are counted', async () => {
  const said = await say(server, admin, space, 'Tea?')
  const path = `/spaces/${space._id}/messages/${said._id}/reactions`
  const read = (as: Member, emoji = '🫖') =>
    server.call('GET', `${path}?${new URLSearchParams({ emoji })}`, { as })
  for (const as of [guest, third, admin])
    await server.call('POST', path, { as, body: { emoji: '🫖' } })
  const names = ({ people }: ReactorList) => people.map(({ username }) => username)
  const all = (await read(guest)).json()
  expect([names(all), all.others]).toEqual([['Ada', 'Dora', 'Ben'], 0])
  expect((await read(guest, '❤️')).json()).toEqual({ people: [], others: 0 })
  expect((await read(stranger)).statusCode).toBe(403)
  await server.call('PUT', `/users/${third.user._id}/block`, { as: guest })
  const some = (await read(guest)).json()
  expect([names(some), some.others]).toEqual([['Ada', 'Ben'], 1])
  const many = await crowd(server, REACTORS_MAX + 4)
  const given = many.map(({ id }, index) => ({
    ...{ message_id: Number(said._id), user_id: id, emoji: '🫖', given_seq: 100 + index },
  }))
  await server.services.db.insertInto('message_reactions').values(given).execute()
  const first = (await read(admin)).json()
  expect([first.people.length, first.others]).toEqual([REACTORS_MAX, 7])
  await server.call('DELETE', `/spaces/${space._id}/messages/${said._id}`, { as: admin })
  expect((await read(guest)).json()).toEqual({ people: [], others: 0 })
})
