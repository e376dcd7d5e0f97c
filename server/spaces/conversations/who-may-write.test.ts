import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/conversations.ts'
import { callAs } from '../../../tests/actions/calls.ts'
import {
  begin,
  conversation,
  conversationIds,
  conversations,
  openGarden,
  start,
  unreadCount,
  write,
} from '../../../tests/actions/conversation-actions.ts'
import { chat, enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { ivy, person } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let admin: Member
let ann: Member
let bob: Member
let dan: Member
let eve: Member
let far: Member
beforeAll(async () => {
  ;({ server, admin, ann, bob, dan, eve, far } = await openGarden())
})
afterAll(() => server.close())

describe('whom one may write to', () => {
  it('who shares a space may knock, once; it is accepted, or put away', async () => {
    expect((await start(server, far, ann)).json().msg).toBe(MESSAGES.notTaking)
    const before = await unreadCount(server, bob)
    const knock = await begin(server, eve, bob)
    expect(knock.state).toBe('may_ask')
    const line = await connect(server, bob)
    expect((await write(server, eve, knock, 'May I?')).statusCode).toBe(201)
    expect(await line.next('message_created')).toMatchObject({ message: { content: 'May I?' } })
    expect(await conversation(server, eve, knock)).toMatchObject({ state: 'asked' })
    for (const as of [eve, bob]) expect((await write(server, as, knock)).statusCode).toBe(403)
    // A row of its own, without a number.
    expect([
      await unreadCount(server, bob),
      (await conversations(server, bob)).hasRequests,
    ]).toEqual([before, true])
    expect(await conversationIds(server, bob)).not.toContain(knock._id)
    expect(await conversationIds(server, bob, '?box=requests')).toEqual([knock._id])

    // That Bob looks at it or puts it away is not told.
    const theirs = await connect(server, eve)
    line.send({ type: 'be_in_spaces', spaceIds: [knock._id] })
    line.send({ type: 'typing', spaceId: knock._id })
    await line.flushed()
    expect(
      (await callAs(server, eve, 'POST', `/conversations/${knock._id}/accept`)).statusCode,
    ).toBe(409)
    expect(
      (await callAs(server, bob, 'POST', `/conversations/${knock._id}/dismiss`)).statusCode,
    ).toBe(200)
    await theirs.flushed()
    expect(theirs.received).toEqual([])
    expect(await conversation(server, eve, knock)).toMatchObject({ state: 'asked' })
    expect((await conversations(server, bob)).hasRequests).toBe(false)

    // Whoever thinks better of it finds it by writing themself.
    expect((await start(server, bob, eve)).json()).toMatchObject({
      _id: knock._id,
      state: 'request',
    })
    const accepted = await callAs(server, bob, 'POST', `/conversations/${knock._id}/accept`)
    expect(accepted.json()).toMatchObject({ state: 'open' })
    await theirs.next('conversation_changed')
    expect((await write(server, bob, knock, 'Sure')).statusCode).toBe(201)
    expect(await theirs.next('message_created')).toMatchObject({ message: { content: 'Sure' } })
    expect((await write(server, eve, knock, 'Thanks')).statusCode).toBe(201)
  })

  it('what was asked and taken back leaves nothing empty behind, nor is it asked again at once', async () => {
    for (const isPutAway of [false, true]) {
      const [asker, asked] = [admin, isPutAway ? bob : dan]
      const pair = await begin(server, asker, asked)
      const { _id: said } = await say(server, asker, pair, 'May I?')
      if (isPutAway) await callAs(server, asked, 'POST', `/conversations/${pair._id}/dismiss`)
      await callAs(server, asker, 'DELETE', `/spaces/${pair._id}/messages/${said}`)
      expect(await conversationIds(server, asked, '?box=requests')).not.toContain(pair._id)
      expect((await conversations(server, asked)).hasRequests).toBe(false)
      for (const one of [asker, asked])
        expect(await conversationIds(server, one)).not.toContain(pair._id)
      // Whether it had been put away is not to be seen.
      expect(await conversation(server, asker, pair)).toMatchObject({ state: 'may_ask' })
      expect((await write(server, asker, pair)).statusCode).toBe(429)
    }
    const leaver = await server.join(ivy)
    await enter(server, leaver, await makeSpace(server, bob, { name: 'Shed' }))
    const before = await conversationIds(server, bob)
    const pair = await begin(server, leaver, bob)
    await say(server, leaver, pair, 'May I?')
    expect(await conversationIds(server, bob, '?box=requests')).toEqual([pair._id])
    expect((await callAs(server, leaver, 'DELETE', '/users/me', {})).statusCode).toBe(200)
    await server.services.accountJobs.finish(leaver.id)
    expect([
      await conversationIds(server, bob),
      await conversationIds(server, bob, '?box=requests'),
    ]).toEqual([before, []])
  })

  it('five requests a day', async () => {
    const crowd = []
    for (const name of ['GuestA', 'GuestB', 'GuestC', 'GuestD', 'GuestE', 'GuestF'])
      crowd.push(await server.join(person(name)))
    const porch = await makeSpace(server, far, { name: 'Porch' })
    const pairs = []
    for (const one of crowd) {
      await enter(server, one, porch)
      pairs.push(await begin(server, far, one))
    }
    // Also where all are sent in the same moment, for which the connections are opened before.
    await Promise.all(pairs.map((pair) => conversation(server, far, pair)))
    const answers = await Promise.all(pairs.map((pair) => write(server, far, pair)))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('as everybody says of themself', async () => {
    const settings = '/conversations/settings'
    const pair = await begin(server, ann, dan)
    expect((await callAs(server, dan, 'GET', settings)).json()).toEqual({ from: 'knock' })
    const statuses: Record<string, number[]> = {}
    for (const from of ['friends', 'nobody', 'knock']) {
      await callAs(server, dan, 'PUT', settings, { from })
      statuses[from] = [
        (await start(server, eve, dan)).statusCode,
        (await start(server, ann, bob, dan)).statusCode,
      ]
    }
    expect(statuses).toEqual({ friends: [403, 201], nobody: [403, 200], knock: [201, 200] })
    // What was begun goes on.
    await callAs(server, dan, 'PUT', settings, { from: 'nobody' })
    expect((await write(server, ann, pair)).statusCode).toBe(201)
    await callAs(server, dan, 'PUT', settings, { from: 'knock' })
  })

  it('not after a friendship ended, nor past a block or a suspension', async () => {
    const pair = await begin(server, ann, dan)
    const danId = dan.user._id
    const { _id: own } = await say(server, ann, pair, 'Mine')
    const lines = [await connect(server, ann), await connect(server, dan)] as const
    await callAs(server, ann, 'DELETE', `/users/friend/${danId}`)
    expect(await conversation(server, ann, pair)).toMatchObject({ state: 'may_ask' })
    await callAs(server, ann, 'PUT', `/users/${danId}/block`)
    for (const one of lines) {
      await one.flushed()
      one.received.length = 0
    }
    expect((await start(server, ann, dan)).statusCode).toBe(404)
    const place = `/spaces/${pair._id}/messages`
    for (const as of [ann, dan]) {
      expect(await conversation(server, as, pair)).toMatchObject({ state: 'closed' })
      expect((await chat(server, as, pair)).length).toBeGreaterThan(1)
      expect((await write(server, as, pair)).json().msg).toBe(MESSAGES.cannotWrite)
      const reaction = await callAs(server, as, 'POST', `${place}/${own}/reactions`, {
        emoji: '🫖',
      })
      expect(reaction.statusCode).toBe(403)
    }
    expect(
      (await callAs(server, ann, 'PUT', `${place}/${own}`, { content: 'Other' })).statusCode,
    ).toBe(403)
    lines[0].send({ type: 'typing', spaceId: pair._id })
    await lines[0].flushed()
    // What one said one can take back, and the other hears nothing of it.
    expect((await callAs(server, ann, 'DELETE', `${place}/${own}`)).statusCode).toBe(200)
    await lines[1].flushed()
    expect(lines[1].received.filter((event) => 'spaceId' in event)).toEqual([])

    await callAs(server, ann, 'DELETE', `/users/${danId}/block`)
    expect(await conversation(server, dan, pair)).toMatchObject({ state: 'may_ask' })
    await callAs(server, ann, 'POST', `/users/friend-request/${danId}`)
    await callAs(server, dan, 'POST', `/users/friend-request/${ann.user._id}/accept`)
    expect((await write(server, dan, pair, 'Back')).statusCode).toBe(201)
    expect(await lines[0].next('message_created')).toMatchObject({ message: { content: 'Back' } })
    const suspension = { days: null, text: 'Too loud' }
    await callAs(server, admin, 'POST', `/admin/user/${danId}/suspend`, suspension)
    expect((await write(server, ann, pair)).json().msg).toBe(MESSAGES.cannotWrite)
    expect((await callAs(server, dan, 'GET', '/conversations')).statusCode).toBe(401)
  })
})
