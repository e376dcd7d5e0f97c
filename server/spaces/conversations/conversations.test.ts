import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Conversation,
  type ConversationPage,
  MESSAGES,
} from '../../../contract/conversations.ts'
import { ada, ben, cleo, ivy, others, type Person } from '../../../tests/people.ts'
import { befriend } from '../../../tests/post-actions.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { chat, enter, makeSpace, say } from '../../../tests/space-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

const [dora, emil, fay] = others as [Person, Person, Person]

let server: TestServer
let admin: Member
let ann: Member
let bob: Member
let dan: Member
/** In the garden with all of them, and nobody's friend. */
let eve: Member
/** In no space, and nobody's friend. */
let far: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  ann = await server.join(ben)
  bob = await server.join(cleo)
  dan = await server.join(dora)
  eve = await server.join(emil)
  far = await server.join(fay)
  await befriend(server, ann, bob)
  await befriend(server, ann, dan)
  const garden = await makeSpace(server, admin)
  for (const one of [ann, bob, dan, eve]) await enter(server, one, garden)
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const joinAs = (username: string) =>
  server.join({
    ...{ username, email: `${username}@example.org` },
    password: `${username}-Likes-Tea-4!`,
  })
const ask = (as: Member, method: Method, path: string, body?: object) =>
  server.call(method, path, { as, ...(body ? { body } : {}) })
const start = (as: Member, ...with_: Member[]) =>
  ask(as, 'POST', '/conversations', { userIds: with_.map(({ user }) => user._id) })
const begun = async (as: Member, ...with_: Member[]): Promise<Conversation> =>
  (await start(as, ...with_)).json()
const look = async (as: Member, { _id }: { _id: string }): Promise<Conversation> =>
  (await ask(as, 'GET', `/conversations/${_id}`)).json()
const list = async (as: Member, query = ''): Promise<ConversationPage> =>
  (await ask(as, 'GET', `/conversations${query}`)).json()
const idsOf = async (as: Member, query = '') =>
  (await list(as, query)).conversations.map(({ _id }) => _id)
const unread = async (as: Member): Promise<number> =>
  (await ask(as, 'GET', '/conversations/count')).json().unread
const write = (as: Member, { _id }: { _id: string }, content = 'Hello') =>
  ask(as, 'POST', `/spaces/${_id}/messages`, { content })

describe('a conversation of two', () => {
  it('is one, however often and by whom it is begun, and stands in no list of spaces', async () => {
    const answers = await Promise.all([start(ann, bob), start(bob, ann), start(ann, bob)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 201])
    const [pair] = answers.map((answer) => answer.json()) as [Conversation]
    expect(new Set(answers.map((answer) => answer.json()._id)).size).toBe(1)
    expect(pair).toMatchObject({ isPair: true, title: '', state: 'open', lastSeq: 0 })
    // Nothing was said: nobody is bothered with it yet.
    expect(await idsOf(bob)).toEqual([])

    const line = await connect(server, bob)
    const outside = await connect(server, admin)
    const message = await say(server, ann, pair, 'Tea?')
    expect(await line.next('conversation_changed')).toMatchObject({ spaceId: pair._id })
    expect(await line.next('message_created')).toMatchObject({ message: { content: 'Tea?' } })
    expect(await unread(bob)).toBe(1)
    expect(await list(bob)).toMatchObject({
      conversations: [
        {
          ...{ _id: pair._id, isUnread: true, people: [{ username: 'Ben' }] },
          lastMessage: { username: 'Ben', content: 'Tea?' },
        },
      ],
      hasMore: false,
      hasRequests: false,
    })
    await ask(bob, 'PUT', `/spaces/${pair._id}/read`, { seq: message.seq })
    expect(await unread(bob)).toBe(0)
    // The bell says nothing of it.
    expect((await ask(bob, 'GET', '/notifications/count')).json().count).toBe(0)
    for (const path of ['/spaces', '/spaces/my-spaces', '/spaces/rooms'])
      expect((await ask(bob, 'GET', path)).body, path).not.toContain(pair._id)
    await outside.flushed()
    expect(outside.received).toEqual([])
  })

  it('is not there for anybody else, administrators among them, by whatever way', async () => {
    const pair = await begun(ann, bob)
    const message = await say(server, ann, pair, 'For Bob alone')
    const place = `/spaces/${pair._id}/messages`
    const outsiders: [Method, string, object?][] = [
      ['GET', `/conversations/${pair._id}`],
      ['PUT', `/conversations/${pair._id}`, { title: 'Mine' }],
      ['POST', `/conversations/${pair._id}/members`, { userId: eve.user._id }],
      ...(['leave', 'accept', 'dismiss'] as const).map((act): [Method, string] => [
        'POST',
        `/conversations/${pair._id}/${act}`,
      ]),
      ['GET', place],
      ['POST', place, { content: 'Hello' }],
      ['PUT', `${place}/${message._id}`, { content: 'Hello' }],
      ['DELETE', `${place}/${message._id}`],
      ['POST', `${place}/${message._id}/reactions`, { emoji: '🫖' }],
      ['GET', `/spaces/${pair._id}/folds`],
      ['PUT', `/spaces/${pair._id}/read`, { seq: 1 }],
      ['POST', '/reports', { kind: 'message', id: message._id, reason: 'spam' }],
    ]
    for (const as of [admin, eve, far])
      for (const [method, path, body] of outsiders)
        expect((await ask(as, method, path, body)).statusCode, `${method} ${path}`).toBe(404)
    // In the very words for an id of nothing.
    const nothing = await ask(far, 'POST', '/spaces/1/messages', { content: 'Hello' })
    expect((await ask(far, 'POST', place, { content: 'Hello' })).json()).toEqual(nothing.json())
    // And no space for those who are in it either.
    const asSpace: [Method, string, object?][] = [
      ['GET', `/spaces/${pair._id}`],
      ['DELETE', `/spaces/${pair._id}`],
      ['POST', `/spaces/${pair._id}/join`],
      ['POST', `/spaces/${pair._id}/leave`],
      ['POST', `/spaces/${pair._id}/transfer`, { userId: bob.user._id }],
      ['DELETE', `/spaces/${pair._id}/members/${bob.user._id}`],
      ['GET', `/spaces/${pair._id}/bans`],
      ['PUT', `/spaces/${pair._id}/bans/${bob.user._id}`, { reason: 'Mine' }],
      ['GET', `/spaces/${pair._id}/reports`],
      ['GET', `/spaces/${pair._id}/removals`],
      ['POST', `/spaces/${pair._id}/removals/1/undo`, { text: 'Mine' }],
      ['GET', `/spaces/${pair._id}/sound`],
      ['GET', `/join-requests/space/${pair._id}`],
      ['POST', '/join-requests', { spaceId: pair._id }],
      ['POST', '/reports', { kind: 'space', id: pair._id, reason: 'spam' }],
    ]
    for (const as of [ann, admin])
      for (const [method, path, body] of asSpace)
        expect((await ask(as, method, path, body)).statusCode, `${method} ${path}`).toBe(404)
    const invite = await ask(ann, 'POST', '/invites', { spaceId: pair._id })
    expect(invite.statusCode).toBeGreaterThanOrEqual(400)
    expect((await ask(admin, 'DELETE', `/admin/space/${pair._id}?reason=Tea`)).statusCode).toBe(404)
  })

  it('a reported message brings what was said before it to the administrators', async () => {
    const pair = await begun(ann, dan)
    for (const text of ['0', '1', '2', '3', '4', '5']) await say(server, ann, pair, text)
    const { _id: id } = await say(server, dan, pair, 'Rude')
    const report = { kind: 'message', id, reason: 'unkind' }
    expect((await ask(ann, 'POST', '/reports', report)).statusCode).toBe(201)
    const { things } = (await ask(admin, 'GET', '/admin/reports')).json()
    expect(things).toMatchObject([{ thingId: id, space: null, member: { username: 'Dora' } }])
    const said = things[0].evidence.map(({ text }: { text: string }) => text)
    expect(said).toEqual(['1', '2', '3', '4', '5', 'Rude'])
    const decision = { act: 'remove', text: 'Be kind' }
    await ask(admin, 'POST', `/admin/reports/${things[0]._id}/decision`, decision)
    expect((await chat(server, ann, pair)).map(({ content }) => content)).not.toContain('Rude')
    const [news] = (await ask(dan, 'GET', '/notifications')).json()
    expect(news.text).toContain(MESSAGES.place)
  })
})

describe('whom one may write to', () => {
  it('who shares a space may knock, once; it is accepted, or put away', async () => {
    expect((await start(far, ann)).json().msg).toBe(MESSAGES.notTaking)
    const before = await unread(bob)
    const knock = await begun(eve, bob)
    expect(knock.state).toBe('may_ask')
    const line = await connect(server, bob)
    expect((await write(eve, knock, 'May I?')).statusCode).toBe(201)
    expect(await line.next('message_created')).toMatchObject({ message: { content: 'May I?' } })
    expect(await look(eve, knock)).toMatchObject({ state: 'asked' })
    for (const as of [eve, bob]) expect((await write(as, knock)).statusCode).toBe(403)
    // A row of its own, without a number.
    expect([await unread(bob), (await list(bob)).hasRequests]).toEqual([before, true])
    expect(await idsOf(bob)).not.toContain(knock._id)
    expect(await idsOf(bob, '?box=requests')).toEqual([knock._id])

    // That Bob looks at it or puts it away is not told.
    const theirs = await connect(server, eve)
    line.send({ type: 'be_in_spaces', spaceIds: [knock._id] })
    line.send({ type: 'typing', spaceId: knock._id })
    await line.flushed()
    expect((await ask(eve, 'POST', `/conversations/${knock._id}/accept`)).statusCode).toBe(409)
    expect((await ask(bob, 'POST', `/conversations/${knock._id}/dismiss`)).statusCode).toBe(200)
    await theirs.flushed()
    expect(theirs.received).toEqual([])
    expect(await look(eve, knock)).toMatchObject({ state: 'asked' })
    expect((await list(bob)).hasRequests).toBe(false)

    // Whoever thinks better of it finds it by writing themself.
    expect((await start(bob, eve)).json()).toMatchObject({ _id: knock._id, state: 'request' })
    const accepted = await ask(bob, 'POST', `/conversations/${knock._id}/accept`)
    expect(accepted.json()).toMatchObject({ state: 'open' })
    await theirs.next('conversation_changed')
    expect((await write(bob, knock, 'Sure')).statusCode).toBe(201)
    expect(await theirs.next('message_created')).toMatchObject({ message: { content: 'Sure' } })
    expect((await write(eve, knock, 'Thanks')).statusCode).toBe(201)
  })

  it('what was asked and taken back leaves nothing empty behind, nor is it asked again at once', async () => {
    for (const isPutAway of [false, true]) {
      const [asker, asked] = [admin, isPutAway ? bob : dan]
      const pair = await begun(asker, asked)
      const { _id: said } = await say(server, asker, pair, 'May I?')
      if (isPutAway) await ask(asked, 'POST', `/conversations/${pair._id}/dismiss`)
      await ask(asker, 'DELETE', `/spaces/${pair._id}/messages/${said}`)
      expect(await idsOf(asked, '?box=requests')).not.toContain(pair._id)
      expect((await list(asked)).hasRequests).toBe(false)
      for (const one of [asker, asked]) expect(await idsOf(one)).not.toContain(pair._id)
      // Whether it had been put away is not to be seen.
      expect(await look(asker, pair)).toMatchObject({ state: 'may_ask' })
      expect((await write(asker, pair)).statusCode).toBe(429)
    }
    const leaver = await server.join(ivy)
    await enter(server, leaver, await makeSpace(server, bob, { name: 'Shed' }))
    const before = await idsOf(bob)
    const pair = await begun(leaver, bob)
    await say(server, leaver, pair, 'May I?')
    expect(await idsOf(bob, '?box=requests')).toEqual([pair._id])
    expect((await ask(leaver, 'DELETE', '/users/me', {})).statusCode).toBe(200)
    await server.services.unfinishedAccounts.finish(leaver.id)
    expect([await idsOf(bob), await idsOf(bob, '?box=requests')]).toEqual([before, []])
  })

  it('five requests a day', async () => {
    const crowd = []
    for (const name of ['GuestA', 'GuestB', 'GuestC', 'GuestD', 'GuestE', 'GuestF'])
      crowd.push(await joinAs(name))
    const porch = await makeSpace(server, far, { name: 'Porch' })
    const pairs = []
    for (const one of crowd) {
      await enter(server, one, porch)
      pairs.push(await begun(far, one))
    }
    // Also where all are sent in the same moment, for which the connections are opened before.
    await Promise.all(pairs.map((pair) => look(far, pair)))
    const answers = await Promise.all(pairs.map((pair) => write(far, pair)))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('as everybody says of themself', async () => {
    const settings = '/conversations/settings'
    expect((await ask(dan, 'GET', settings)).json()).toEqual({ from: 'knock' })
    const statuses: Record<string, number[]> = {}
    for (const from of ['friends', 'nobody', 'knock']) {
      await ask(dan, 'PUT', settings, { from })
      statuses[from] = [(await start(eve, dan)).statusCode, (await start(ann, bob, dan)).statusCode]
    }
    expect(statuses).toEqual({ friends: [403, 201], nobody: [403, 200], knock: [201, 200] })
    // What was begun goes on.
    await ask(dan, 'PUT', settings, { from: 'nobody' })
    expect((await write(ann, await begun(ann, dan))).statusCode).toBe(201)
    await ask(dan, 'PUT', settings, { from: 'knock' })
  })

  it('not after a friendship ended, nor past a block or a suspension', async () => {
    const pair = await begun(ann, dan)
    const danId = dan.user._id
    const { _id: own } = await say(server, ann, pair, 'Mine')
    const lines = [await connect(server, ann), await connect(server, dan)] as const
    await ask(ann, 'DELETE', `/users/friend/${danId}`)
    expect(await look(ann, pair)).toMatchObject({ state: 'may_ask' })
    await ask(ann, 'PUT', `/users/${danId}/block`)
    for (const one of lines) {
      await one.flushed()
      one.received.length = 0
    }
    expect((await start(ann, dan)).statusCode).toBe(404)
    const place = `/spaces/${pair._id}/messages`
    for (const as of [ann, dan]) {
      expect(await look(as, pair)).toMatchObject({ state: 'closed' })
      expect((await chat(server, as, pair)).length).toBeGreaterThan(1)
      expect((await write(as, pair)).json().msg).toBe(MESSAGES.cannotWrite)
      const reaction = await ask(as, 'POST', `${place}/${own}/reactions`, { emoji: '🫖' })
      expect(reaction.statusCode).toBe(403)
    }
    expect((await ask(ann, 'PUT', `${place}/${own}`, { content: 'Other' })).statusCode).toBe(403)
    lines[0].send({ type: 'typing', spaceId: pair._id })
    await lines[0].flushed()
    // What one said one can take back, and the other hears nothing of it.
    expect((await ask(ann, 'DELETE', `${place}/${own}`)).statusCode).toBe(200)
    await lines[1].flushed()
    expect(lines[1].received.filter((event) => 'spaceId' in event)).toEqual([])

    await ask(ann, 'DELETE', `/users/${danId}/block`)
    expect(await look(dan, pair)).toMatchObject({ state: 'may_ask' })
    await ask(ann, 'POST', `/users/friend-request/${danId}`)
    await ask(dan, 'POST', `/users/friend-request/${ann.user._id}/accept`)
    expect((await write(dan, pair, 'Back')).statusCode).toBe(201)
    expect(await lines[0].next('message_created')).toMatchObject({ message: { content: 'Back' } })
    const suspension = { days: null, text: 'Too loud' }
    await ask(admin, 'POST', `/admin/user/${danId}/suspend`, suspension)
    expect((await write(ann, pair)).json().msg).toBe(MESSAGES.cannotWrite)
    expect((await ask(dan, 'GET', '/conversations')).statusCode).toBe(401)
  })
})

it('a group: friends alone, what is written from then on, and gone with the last one', async () => {
  const cara = await joinAs('Cara')
  const gil = await joinAs('Gil')
  for (const one of [cara, gil]) await befriend(server, ann, one)
  expect((await start(ann, bob, eve)).json().msg).toBe(MESSAGES.friendsOnly)
  const group = await begun(ann, bob, cara)
  // For whom of them ever, it is this one.
  expect((await begun(cara, ann, bob))._id).toBe(group._id)
  const before = await say(server, bob, group, 'Before')
  const line = await connect(server, gil)
  const add = (as: Member, one: Member) =>
    ask(as, 'POST', `/conversations/${group._id}/members`, { userId: one.user._id })
  expect((await add(bob, gil)).statusCode).toBe(403)
  await ask(cara, 'PUT', `/users/${gil.user._id}/block`)
  expect((await add(ann, gil)).statusCode).toBe(409)
  await ask(cara, 'DELETE', `/users/${gil.user._id}/block`)
  // What stands between two who are in it already is nobody's concern.
  await ask(cara, 'PUT', `/users/${bob.user._id}/block`)
  expect((await add(ann, gil)).statusCode).toBe(200)
  await ask(cara, 'DELETE', `/users/${bob.user._id}/block`)
  expect((await add(ann, gil)).statusCode).toBe(409)
  expect(await line.next('message_created')).toMatchObject({
    message: { content: '', user: { username: 'Ben' }, added: { username: 'Gil' } },
  })
  const [added] = await chat(server, gil, group)
  expect(added).toMatchObject({ added: { username: 'Gil' } })
  const report = { kind: 'message', id: added?._id, reason: 'spam' }
  expect((await ask(gil, 'POST', '/reports', report)).statusCode).toBe(404)
  // Neither what was said before nor what becomes of it.
  await ask(bob, 'PUT', `/spaces/${group._id}/messages/${before._id}`, { content: 'Before!' })
  await line.flushed()
  expect(line.received.filter(({ type }) => type === 'message_changed')).toEqual([])
  const change = `/spaces/${group._id}/messages/${added?._id}`
  expect((await ask(ann, 'PUT', change, { content: 'Other' })).statusCode).toBe(404)
  expect(
    (await ask(bob, 'PUT', `/conversations/${group._id}`, { title: 'Tea' })).json(),
  ).toMatchObject({
    title: 'Tea',
    people: [{ username: 'Ben' }, { username: 'Cara' }, { username: 'Gil' }],
  })
  // With other people in it, it is not the conversation of those with whom it began.
  expect((await begun(ann, bob, cara))._id).not.toBe(group._id)

  // The place of another's conversation in one's own list says when something was said there.
  await say(server, ann, group, 'Tea, @Gil?')
  const theirs = await begun(ann, bob)
  server.pass(1)
  await say(server, ann, theirs, 'Later')
  expect(await idsOf(gil, `?before=${theirs._id}`)).toEqual([])
  expect((await list(gil)).conversations[0]?.lastMessage?.content).toBe('Tea, @Gil?')

  const leave = (as: Member) => ask(as, 'POST', `/conversations/${group._id}/leave`)
  expect((await leave(gil)).statusCode).toBe(200)
  await line.flushed()
  line.received.length = 0
  await say(server, ann, group, 'Gil is gone')
  await line.flushed()
  expect(line.received).toEqual([])
  for (const path of [`/conversations/${group._id}`, `/spaces/${group._id}/messages`])
    expect((await ask(gil, 'GET', path)).statusCode).toBe(404)
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
  expect((await ask(bob, 'POST', `${pair}/leave`)).statusCode).toBe(409)
  expect((await ask(bob, 'PUT', pair, { title: 'Tea' })).statusCode).toBe(409)
})
