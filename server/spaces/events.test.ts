import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Space } from '../../contract/spaces.ts'
import { ask, enter, GARDEN, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect, type RealtimeClient } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let admin: Member
let guest: Member
let stranger: Member
let space: Space
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  guest = await server.join(ben)
  stranger = await server.join(cleo)
  space = await makeSpace(server, admin)
})
afterEach(() => server.close())

const EVENTS = ['message_created', 'message_changed', 'space_changed', 'space_left']
/** What came of spaces, once everything has come. */
async function heard(line: RealtimeClient) {
  await line.flushed()
  const events = line.received.filter(({ type }) => EVENTS.includes(type))
  line.received.length = 0
  return events
}

it('messages and what becomes of them reach the members, and only them', async () => {
  await enter(server, guest, space)
  const [mine, other, outsider] = [
    await connect(server, guest),
    await connect(server, admin),
    await connect(server, stranger),
  ]
  const path = `/spaces/${space._id}/messages`
  const body = { content: 'Hello', clientId: 'draft-1' }
  const message = (await server.call('POST', path, { as: guest, body })).json()
  const created = { type: 'message_created', spaceId: space._id, message }
  expect(await heard(mine)).toEqual([created])
  expect(await heard(other)).toEqual([{ ...created, message: { ...message, clientId: null } }])
  const place = `${path}/${message._id}`
  await server.call('PUT', place, { as: guest, body: { content: 'Hello!' } })
  await server.call('POST', `${place}/reactions`, { as: admin, body: { emoji: '🫖' } })
  await server.call('DELETE', place, { as: admin })
  expect(await heard(other)).toMatchObject([
    { type: 'message_changed', message: { changeSeq: 2, content: 'Hello!' } },
    { type: 'message_changed', message: { changeSeq: 3, reactions: [{ username: 'Ada' }] } },
    { type: 'message_changed', message: { changeSeq: 4, content: '', isDeleted: true } },
  ])
  expect(await heard(outsider)).toEqual([])
})

it('who joins hears from then on, and who is removed hears nothing more', async () => {
  const line = await connect(server, guest)
  await say(server, admin, space, 'Before')
  expect(await heard(line)).toEqual([])
  await enter(server, guest, space)
  expect(await heard(line)).toEqual([{ type: 'space_changed', spaceId: space._id }])
  await say(server, admin, space, 'Within')
  expect(await heard(line)).toMatchObject([{ message: { content: 'Within' } }])
  await server.call('DELETE', `/spaces/${space._id}/members/${guest.user._id}`, { as: admin })
  expect(await heard(line)).toEqual([{ type: 'space_left', spaceId: space._id }])
  await say(server, admin, space, 'After')
  expect(await heard(line)).toEqual([])
})

it('who leaves, and everybody when a space ends, is told so', async () => {
  for (const as of [guest, stranger]) await enter(server, as, space)
  const lines = [await connect(server, guest), await connect(server, stranger)] as const
  await server.call('POST', `/spaces/${space._id}/leave`, { as: guest })
  expect(await heard(lines[0])).toEqual([{ type: 'space_left', spaceId: space._id }])
  expect(await heard(lines[1])).toEqual([{ type: 'space_changed', spaceId: space._id }])
  await server.call('DELETE', `/spaces/${space._id}`, { as: admin })
  expect(await heard(lines[1])).toEqual([{ type: 'space_left', spaceId: space._id }])
  expect(await heard(lines[0])).toEqual([])
})

it('nothing is told of what was refused', async () => {
  const line = await connect(server, admin)
  const body = { ...GARDEN, name: 'Mine' }
  await server.call('PUT', `/spaces/${space._id}`, { as: guest, body })
  await server.call('POST', `/spaces/${space._id}/messages`, { as: guest, body: { content: 'x' } })
  await server.call('POST', `/spaces/${space._id}/leave`, { as: guest })
  expect(await heard(line)).toEqual([])
  await server.call('PUT', `/spaces/${space._id}`, { as: admin, body })
  expect(await heard(line)).toEqual([{ type: 'space_changed', spaceId: space._id }])
})

it('requests reach the admin and who asked', async () => {
  const closed = await makeSpace(server, admin, { isPrivate: true })
  const [ours, theirs, outsider] = [
    await connect(server, admin),
    await connect(server, guest),
    await connect(server, stranger),
  ]
  const { _id } = await ask(server, guest, closed)
  const changed = { type: 'join_requests_changed', spaceId: closed._id }
  for (const line of [ours, theirs])
    expect(await line.next('join_requests_changed')).toEqual(changed)
  await server.call('PATCH', `/join-requests/${_id}/approve`, { as: admin, body: {} })
  for (const line of [ours, theirs]) {
    expect(await line.next('join_requests_changed')).toEqual(changed)
    expect(await line.next('space_changed')).toEqual({ type: 'space_changed', spaceId: closed._id })
  }
  await outsider.flushed()
  expect(outsider.received).toEqual([])
})
