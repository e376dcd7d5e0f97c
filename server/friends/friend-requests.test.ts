import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/friends.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import {
  acceptRequest,
  bothHear,
  declineRequest,
  friendNames,
  friendsChanged,
  NOT_CLOSE,
  notificationsOf,
  relationship,
  requestsKept,
  sendRequest,
  withdrawRequest,
} from '../../tests/actions/friend-actions.ts'
import { befriend, requestFriendship } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../realtime/bus.ts'

let server: TestServer
let asker: Member
let asked: Member
let announced: DomainEvent[]
beforeEach(async () => {
  server = await openTestServer()
  asker = await server.join(ada)
  asked = await server.join(ben)
  announced = []
  server.services.bus.subscribe((event) => announced.push(event))
})
afterEach(() => server.close())

describe('a friend request', () => {
  it.each(['friend-request', 'friends'])('is sent by POST /users/%s/:id', async (name) => {
    const answer = await server.call('POST', `/users/${name}/${asked.user._id}`, { as: asker })
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.sent])
    expect(await friendNames(server, asked, 'friend-requests')).toEqual(['Ada'])
    expect(await friendNames(server, asker, 'friend-requests')).toEqual([])
    expect(await notificationsOf(server, asked)).toEqual([
      { type: 'friend_request', sender_id: asker.user._id, text: '', is_read: 0 },
    ])
    expect(friendsChanged(announced)).toEqual(bothHear(asker, asked))
  })

  it('shows on both profiles', async () => {
    expect(await relationship(server, asker, asked)).toEqual(NOT_CLOSE)
    await requestFriendship(server, asker, asked)
    expect(await relationship(server, asker, asked)).toEqual({ ...NOT_CLOSE, requestSent: true })
    expect(await relationship(server, asked, asker)).toEqual({
      ...NOT_CLOSE,
      requestReceived: true,
    })
    await acceptRequest(server, asked, asker)
    expect(await relationship(server, asker, asked)).toEqual({ ...NOT_CLOSE, isFriend: true })
    expect(await relationship(server, asked, asker)).toEqual({ ...NOT_CLOSE, isFriend: true })
    expect(await relationship(server, asker, asker)).toEqual(NOT_CLOSE)
  })

  it('is refused to oneself, twice, and to a friend', async () => {
    const itself = await sendRequest(server, asker, asker)
    expect([itself.statusCode, itself.json().msg]).toEqual([400, MESSAGES.oneself])
    await requestFriendship(server, asker, asked)
    const twice = await sendRequest(server, asker, asked)
    expect([twice.statusCode, twice.json().msg]).toEqual([409, MESSAGES.alreadySent])
    expect(await notificationsOf(server, asked)).toHaveLength(1)
    await acceptRequest(server, asked, asker)
    for (const [one, other] of [
      [asker, asked],
      [asked, asker],
    ] as const) {
      const again = await sendRequest(server, one, other)
      expect([again.statusCode, again.json().msg]).toEqual([409, MESSAGES.alreadyFriends])
    }
    expect(await requestsKept(server)).toEqual([])
  })

  it('cannot be sent to nobody or to who is not verified', async () => {
    await server.register(cleo)
    const { id } = await server.services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'Cleo')
      .executeTakeFirstOrThrow()
    for (const nobody of [id, MISSING_ID, 'cleo']) {
      const answer = await server.call('POST', `/users/friend-request/${nobody}`, { as: asker })
      expect(answer.statusCode).toBe(404)
    }
    const answer = await server.call('POST', `/users/friends/${id}`, { as: asker })
    expect(answer.json().msg).toBe(PROFILE_MESSAGES.memberMissing)
    await server.verify(cleo)
    const verified = await server.call('POST', `/users/friends/${id}`, { as: asker })
    expect(verified.statusCode).toBe(200)
  })

  it('that crosses another makes friends at once', async () => {
    await requestFriendship(server, asker, asked)
    const answer = await sendRequest(server, asked, asker)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.friendsNow])
    expect(await friendNames(server, asker, 'friends')).toEqual(['Ben'])
    expect(await friendNames(server, asked, 'friends')).toEqual(['Ada'])
    expect(await requestsKept(server)).toEqual([])
    expect(await notificationsOf(server, asker)).toEqual([
      { type: 'other', sender_id: asked.user._id, text: MESSAGES.accepted('Ben'), is_read: 0 },
    ])
    expect(await notificationsOf(server, asked)).toMatchObject([
      { type: 'friend_request', is_read: 1 },
    ])
  })

  it('can be sent sixty times an hour', async () => {
    const strict = await openTestServer({ rateLimits: true })
    try {
      const one = await strict.join(ada)
      const other = await strict.join(ben)
      const paths = ['friends', 'friend-request'].map((name) => `/users/${name}/${other.user._id}`)
      for (let index = 0; index < 60; index++) {
        const answer = await strict.call('POST', paths[index % 2] ?? '', { as: one })
        expect(answer.statusCode).not.toBe(429)
      }
      for (const path of paths)
        expect((await strict.call('POST', path, { as: one })).statusCode).toBe(429)
    } finally {
      await strict.close()
    }
  })
})

describe('accepting', () => {
  it('makes friends, tells who asked, and is safe to repeat', async () => {
    await requestFriendship(server, asker, asked)
    announced.length = 0
    const answer = await acceptRequest(server, asked, asker)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.friendsNow])
    expect(friendsChanged(announced)).toEqual(expect.arrayContaining(bothHear(asker, asked)))
    expect((await acceptRequest(server, asked, asker)).statusCode).toBe(200)
    expect(await friendNames(server, asker, 'friends')).toEqual(['Ben'])
    expect(await notificationsOf(server, asker)).toMatchObject([{ text: MESSAGES.accepted('Ben') }])
    expect(await notificationsOf(server, asked)).toMatchObject([
      { type: 'friend_request', is_read: 1 },
    ])
    await server.call('PUT', '/users/username', { as: asked, body: { username: 'Benno' } })
    expect(await notificationsOf(server, asker)).toMatchObject([
      { text: MESSAGES.accepted('Benno') },
    ])
  })

  it('is for who was asked alone', async () => {
    const other = await server.join(cleo)
    await requestFriendship(server, asker, asked)
    for (const [as, of] of [
      [asker, asked],
      [other, asker],
      [asked, other],
      [asker, asker],
    ] as const) {
      const answer = await acceptRequest(server, as, of)
      expect([answer.statusCode, answer.json().msg]).toEqual([404, MESSAGES.requestMissing])
      expect((await declineRequest(server, as, of)).statusCode).toBe(404)
    }
    expect(await friendNames(server, asked, 'friend-requests')).toEqual(['Ada'])
    expect((await acceptRequest(server, asked, asker)).statusCode).toBe(200)
  })
})

describe('removing a friend', () => {
  it('ends it for both, and the squad place with it', async () => {
    await befriend(server, asker, asked)
    const place = { user_id: asker.id, friend_id: asked.id, place: 0 }
    await server.services.db.insertInto('squad_places').values(place).execute()
    announced.length = 0
    const remove = (as: Member, friend: Member) =>
      server.call('DELETE', `/users/friend/${friend.user._id}`, { as })
    const answer = await remove(asked, asker)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.removed])
    expect(friendsChanged(announced)).toEqual(bothHear(asker, asked).toReversed())
    expect(await friendNames(server, asker, 'friends')).toEqual([])
    expect(await friendNames(server, asked, 'friends')).toEqual([])
    expect(await server.services.db.selectFrom('squad_places').selectAll().execute()).toEqual([])
    const again = await remove(asker, asked)
    expect([again.statusCode, again.json().msg]).toEqual([404, MESSAGES.notFriends])
  })
})

describe('at once', () => {
  const statuses = (answers: { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).sort()

  it('twenty requests are one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendRequest(server, asker, asked)),
    )
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(409)])
    expect(await requestsKept(server)).toHaveLength(1)
    expect(await notificationsOf(server, asked)).toHaveLength(1)
  })

  it('two who ask each other are friends', async () => {
    const answers = await Promise.all([
      sendRequest(server, asker, asked),
      sendRequest(server, asked, asker),
    ])
    expect(answers.map((answer) => answer.json().msg).sort()).toEqual(
      [MESSAGES.sent, MESSAGES.friendsNow].sort(),
    )
    expect(await friendNames(server, asker, 'friends')).toEqual(['Ben'])
    expect(await requestsKept(server)).toEqual([])
  })

  it('one of accepting and withdrawing wins', async () => {
    await requestFriendship(server, asker, asked)
    const [accepted, withdrawn] = await Promise.all([
      acceptRequest(server, asked, asker),
      withdrawRequest(server, asker, asked),
    ])
    expect(statuses([accepted, withdrawn])).toEqual([200, 404])
    expect(await friendNames(server, asker, 'friends')).toEqual(
      accepted.statusCode === 200 ? ['Ben'] : [],
    )
  })

  it('accepting twice tells once', async () => {
    await requestFriendship(server, asker, asked)
    const answers = await Promise.all([
      acceptRequest(server, asked, asker),
      acceptRequest(server, asked, asker),
    ])
    expect(statuses(answers)).toEqual([200, 200])
    expect(await notificationsOf(server, asker)).toHaveLength(1)
  })

  it('who deletes the account leaves no request behind', async () => {
    const gone = server.call('DELETE', '/users/me', { as: asked })
    const answers = await Promise.all([
      gone,
      sendRequest(server, asker, asked),
      sendRequest(server, asker, asked),
    ])
    expect(answers[0].statusCode).toBe(200)
    expect((await sendRequest(server, asker, asked)).statusCode).toBe(404)
    await server.services.accountJobs.finish(asked.id)
    expect(await requestsKept(server)).toEqual([])
  })
})
