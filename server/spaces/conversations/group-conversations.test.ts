import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/conversations.ts'
import { callAs } from '../../../tests/actions/calls.ts'
import {
  begin,
  conversation,
  conversationIds,
  conversations,
  start,
} from '../../../tests/actions/conversation-actions.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { chat, enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { ben, cleo, person } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let ann: Member
let bob: Member
/** Nobody's friend. */
let eve: Member
beforeAll(async () => {
  server = await openTestServer()
  ann = await server.join(ben)
  bob = await server.join(cleo)
  eve = await server.join(person('Eve'))
  await befriend(server, ann, bob)
})
afterAll(() => server.close())

it('a group: friends alone, what is written from then on, and gone with the last one', async () => {
  const cara = await server.join(person('Cara'))
  const gil = await server.join(person('Gil'))
  for (const one of [cara, gil]) await befriend(server, ann, one)
  expect((await start(server, ann, bob, eve)).json().msg).toBe(MESSAGES.friendsOnly)
  const group = await begin(server, ann, bob, cara)
  // For whom of them ever, it is this one.
  expect((await begin(server, cara, ann, bob))._id).toBe(group._id)
  const before = await say(server, bob, group, 'Before')
  const line = await connect(server, gil)
  const add = (as: Member, one: Member) =>
    callAs(server, as, 'POST', `/conversations/${group._id}/members`, { userId: one.user._id })
  expect((await add(bob, gil)).statusCode).toBe(403)
  await callAs(server, cara, 'PUT', `/users/${gil.user._id}/block`)
  expect((await add(ann, gil)).statusCode).toBe(409)
  await callAs(server, cara, 'DELETE', `/users/${gil.user._id}/block`)
  // What stands between two who are in it already is nobody's concern.
  await callAs(server, cara, 'PUT', `/users/${bob.user._id}/block`)
  expect((await add(ann, gil)).statusCode).toBe(200)
  await callAs(server, cara, 'DELETE', `/users/${bob.user._id}/block`)
  expect((await add(ann, gil)).statusCode).toBe(409)
  expect(await line.next('message_created')).toMatchObject({
    message: { content: '', user: { username: 'Ben' }, added: { username: 'Gil' } },
  })
  const [added] = await chat(server, gil, group)
  expect(added).toMatchObject({ added: { username: 'Gil' } })
  const report = { kind: 'message', id: added?._id, reason: 'spam' }
  expect((await callAs(server, gil, 'POST', '/reports', report)).statusCode).toBe(404)
  // Neither what was said before nor what becomes of it.
  await callAs(server, bob, 'PUT', `/spaces/${group._id}/messages/${before._id}`, {
    content: 'Before!',
  })
  await line.flushed()
  expect(line.received.filter(({ type }) => type === 'message_changed')).toEqual([])
  const change = `/spaces/${group._id}/messages/${added?._id}`
  expect((await callAs(server, ann, 'PUT', change, { content: 'Other' })).statusCode).toBe(404)
  expect(
    (await callAs(server, bob, 'PUT', `/conversations/${group._id}`, { title: 'Tea' })).json(),
  ).toMatchObject({
    title: 'Tea',
    people: [{ username: 'Ben' }, { username: 'Cara' }, { username: 'Gil' }],
  })
  // With other people in it, it is not the conversation of those with whom it began.
  expect((await begin(server, ann, bob, cara))._id).not.toBe(group._id)

  // The place of another's conversation in one's own list says when something was said there.
  await say(server, ann, group, 'Tea, @Gil?')
  const theirs = await begin(server, ann, bob)
  server.pass(1)
  await say(server, ann, theirs, 'Later')
  expect(await conversationIds(server, gil, `?before=${theirs._id}`)).toEqual([])
  expect((await conversations(server, gil)).conversations[0]?.lastMessage?.content).toBe(
    'Tea, @Gil?',
  )

  const leave = (as: Member) => callAs(server, as, 'POST', `/conversations/${group._id}/leave`)
  expect((await leave(gil)).statusCode).toBe(200)
  await line.flushed()
  line.received.length = 0
  await say(server, ann, group, 'Gil is gone')
  await line.flushed()
  expect(line.received).toEqual([])
  for (const path of [`/conversations/${group._id}`, `/spaces/${group._id}/messages`])
    expect((await callAs(server, gil, 'GET', path)).statusCode).toBe(404)
  for (const as of [ann, bob, cara]) expect((await leave(as)).statusCode).toBe(200)
  const { db } = server.services
  await expect
    .poll(() =>
      db
        .selectFrom('space_messages')
        .selectAll()
        .where('space_id', '=', Number(group._id))
        .execute(),
    )
    .toEqual([])
  // A conversation of two is not left while there are two, nor is it a group with a title.
  const pair = `/conversations/${theirs._id}`
  expect((await callAs(server, bob, 'POST', `${pair}/leave`)).statusCode).toBe(409)
  expect((await callAs(server, bob, 'PUT', pair, { title: 'Tea' })).statusCode).toBe(409)
})

it('a group that one is left of takes in friends alone', async () => {
  const dan = await server.join(person('Dan'))
  await befriend(server, ann, dan)
  const space = await makeSpace(server, ann)
  await enter(server, eve, space)
  const group = await begin(server, ann, bob, dan)
  const path = `/conversations/${group._id}`
  for (const as of [bob, dan]) await callAs(server, as, 'POST', `${path}/leave`)
  // With whom one shares a space, one may begin a conversation of two, which is asked for.
  const refused = await callAs(server, ann, 'POST', `${path}/members`, { userId: eve.user._id })
  expect([refused.statusCode, refused.json().msg]).toEqual([403, MESSAGES.friendsOnly])
  expect((await callAs(server, eve, 'GET', path)).statusCode).toBe(404)
  const back = await callAs(server, ann, 'POST', `${path}/members`, { userId: bob.user._id })
  expect(back.statusCode).toBe(200)
})

it('a conversation of two can be left from the moment that the other deletes their account', async () => {
  const ira = await server.join(person('Ira'))
  await befriend(server, ann, ira)
  const pair = await begin(server, ann, ira)
  await say(server, ann, pair, 'Tea?')
  const leave = () => callAs(server, ann, 'POST', `/conversations/${pair._id}/leave`)
  const { db } = server.services
  const change = (set: object) =>
    db.updateTable('users').set(set).where('id', '=', ira.id).execute()
  // Who is suspended comes back.
  await change({ suspended_until: Date.UTC(2100, 0, 1) })
  expect((await leave()).statusCode).toBe(409)
  await change({ suspended_until: null })
  // As it is before the rest of the account is gone.
  await change({ deleted_at: server.services.clock() })
  expect((await conversation(server, ann, pair)).people).toEqual([])
  expect((await leave()).statusCode).toBe(200)
  expect(await conversationIds(server, ann)).not.toContain(pair._id)
  await change({ deleted_at: null })
  await callAs(server, ira, 'DELETE', '/users/me')
  const left = db.selectFrom('spaces').select('id').where('id', '=', Number(pair._id))
  await expect.poll(() => left.execute()).toEqual([])
})
