import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/friends.ts'
import type { Notification } from '../../contract/notifications.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { befriend, requestFriendship } from '../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../platform/realtime/bus.ts'
import { DECLINED_RESTS_MS, endDeclinedRequests } from './friend-requests.ts'

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

const send = (as: Member, to: Member) =>
  server.call('POST', `/users/friend-request/${to.user._id}`, { as })
const accept = (as: Member, of: Member) =>
  server.call('POST', `/users/friend-request/${of.user._id}/accept`, { as })
const reject = (as: Member, of: Member) =>
  server.call('POST', `/users/friend-request/${of.user._id}/reject`, { as })
const withdraw = (as: Member, to: Member) =>
  server.call('DELETE', `/users/friend-request/${to.user._id}`, { as })
const remove = (as: Member, friend: Member) =>
  server.call('DELETE', `/users/friend/${friend.user._id}`, { as })

const names = async (as: Member, list: 'friends' | 'friend-requests') => {
  const people: { username: string }[] = (await server.call('GET', `/users/${list}`, { as })).json()
  return people.map(({ username }) => username)
}
async function notificationsOf(as: Member) {
  const list: Notification[] = (await server.call('GET', '/notifications', { as })).json()
  return list.map(({ type, sender, text, read }) => {
    return { type, sender_id: sender?._id, text, is_read: read ? 1 : 0 }
  })
}
const requestsKept = () => server.services.db.selectFrom('friend_requests').selectAll().execute()
const friendsChanged = () =>
  announced.flatMap((told) =>
    told.kind === 'broadcast' && told.event.type === 'friends_changed'
      ? [[told.topics, told.event.memberId]]
      : [],
  )
const bothHear = () => [
  [[`member:${asker.user._id}`], asked.user._id],
  [[`member:${asked.user._id}`], asker.user._id],
]
const relationship = async (as: Member, other: Member) => {
  const profile = await server.call('GET', `/users/${other.user._id}/profile`, { as })
  const { isFriend, requestSent, requestReceived } = profile.json()
  return { isFriend, requestSent, requestReceived }
}
const NOT_CLOSE = { isFriend: false, requestSent: false, requestReceived: false }

describe('a friend request', () => {
  it.each(['friend-request', 'friends'])('is sent by POST /users/%s/:id', async (name) => {
    const answer = await server.call('POST', `/users/${name}/${asked.user._id}`, { as: asker })
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.sent])
    expect(await names(asked, 'friend-requests')).toEqual(['Ada'])
    expect(await names(asker, 'friend-requests')).toEqual([])
    expect(await notificationsOf(asked)).toEqual([
      { type: 'friend_request', sender_id: asker.user._id, text: '', is_read: 0 },
    ])
    expect(friendsChanged()).toEqual(bothHear())
  })

  it('shows on both profiles', async () => {
    expect(await relationship(asker, asked)).toEqual(NOT_CLOSE)
    await requestFriendship(server, asker, asked)
    expect(await relationship(asker, asked)).toEqual({ ...NOT_CLOSE, requestSent: true })
    expect(await relationship(asked, asker)).toEqual({ ...NOT_CLOSE, requestReceived: true })
    await accept(asked, asker)
    expect(await relationship(asker, asked)).toEqual({ ...NOT_CLOSE, isFriend: true })
    expect(await relationship(asked, asker)).toEqual({ ...NOT_CLOSE, isFriend: true })
    expect(await relationship(asker, asker)).toEqual(NOT_CLOSE)
  })

  it('is refused to oneself, twice, and to a friend', async () => {
    const itself = await send(asker, asker)
    expect([itself.statusCode, itself.json().msg]).toEqual([400, MESSAGES.oneself])
    await requestFriendship(server, asker, asked)
    const twice = await send(asker, asked)
    expect([twice.statusCode, twice.json().msg]).toEqual([409, MESSAGES.alreadySent])
    expect(await notificationsOf(asked)).toHaveLength(1)
    await accept(asked, asker)
    for (const [one, other] of [
      [asker, asked],
      [asked, asker],
    ] as const) {
      const again = await send(one, other)
      expect([again.statusCode, again.json().msg]).toEqual([409, MESSAGES.alreadyFriends])
    }
    expect(await requestsKept()).toEqual([])
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
    const answer = await send(asked, asker)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.friendsNow])
    expect(await names(asker, 'friends')).toEqual(['Ben'])
    expect(await names(asked, 'friends')).toEqual(['Ada'])
    expect(await requestsKept()).toEqual([])
    expect(await notificationsOf(asker)).toEqual([
      { type: 'other', sender_id: asked.user._id, text: MESSAGES.accepted('Ben'), is_read: 0 },
    ])
    expect(await notificationsOf(asked)).toMatchObject([{ type: 'friend_request', is_read: 1 }])
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
    const answer = await accept(asked, asker)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.friendsNow])
    expect(friendsChanged()).toEqual(expect.arrayContaining(bothHear()))
    expect((await accept(asked, asker)).statusCode).toBe(200)
    expect(await names(asker, 'friends')).toEqual(['Ben'])
    expect(await notificationsOf(asker)).toMatchObject([{ text: MESSAGES.accepted('Ben') }])
    expect(await notificationsOf(asked)).toMatchObject([{ type: 'friend_request', is_read: 1 }])
    await server.call('PUT', '/users/username', { as: asked, body: { username: 'Benno' } })
    expect(await notificationsOf(asker)).toMatchObject([{ text: MESSAGES.accepted('Benno') }])
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
      const answer = await accept(as, of)
      expect([answer.statusCode, answer.json().msg]).toEqual([404, MESSAGES.requestMissing])
      expect((await reject(as, of)).statusCode).toBe(404)
    }
    expect(await names(asked, 'friend-requests')).toEqual(['Ada'])
    expect((await accept(asked, asker)).statusCode).toBe(200)
  })
})

describe('a declined request', () => {
  const SENT = { ...NOT_CLOSE, requestSent: true }
  beforeEach(async () => {
    await requestFriendship(server, asker, asked)
    await reject(asked, asker)
  })

  /** Time passes, and both come back. */
  async function pass(ms: number) {
    server.pass(ms)
    asker = await server.signIn(ada)
    asked = await server.signIn(ben)
  }

  it('is there for who sent it until they take it back, and reaches nobody for seven days', async () => {
    expect(await relationship(asker, asked)).toEqual(SENT)
    expect((await send(asker, asked)).statusCode).toBe(409)
    await pass(DECLINED_RESTS_MS - 1)
    await withdraw(asker, asked)
    expect((await send(asker, asked)).statusCode).toBe(200)
    expect(await names(asked, 'friend-requests')).toEqual([])
    announced.length = 0
    await pass(1)
    await endDeclinedRequests(server.services)
    // As one that was never answered: that it went by itself would tell.
    expect(await relationship(asker, asked)).toEqual(SENT)
    expect((await send(asker, asked)).statusCode).toBe(409)
    expect(friendsChanged()).toEqual([])
    await withdraw(asker, asked)
    expect((await send(asker, asked)).statusCode).toBe(200)
    expect(await names(asked, 'friend-requests')).toEqual(['Ada'])
    expect(await notificationsOf(asked)).toHaveLength(1)
  })

  it('rests also when it was taken back meanwhile, and nobody hears of another', async () => {
    expect((await withdraw(asker, asked)).statusCode).toBe(200)
    expect(await relationship(asker, asked)).toEqual(NOT_CLOSE)
    announced.length = 0
    expect((await send(asker, asked)).json().msg).toBe(MESSAGES.sent)
    expect(await relationship(asker, asked)).toEqual(SENT)
    expect(await names(asked, 'friend-requests')).toEqual([])
    expect(await notificationsOf(asked)).toEqual([])
    expect(friendsChanged()).toEqual(bothHear().slice(0, 1))
  })

  it('becomes a friendship when who declined asks in turn', async () => {
    expect((await send(asked, asker)).json().msg).toBe(MESSAGES.friendsNow)
    expect(await names(asker, 'friends')).toEqual(['Ben'])
  })

  it('is no request any more when it was taken back and who declined asks in turn', async () => {
    await withdraw(asker, asked)
    expect((await send(asked, asker)).json().msg).toBe(MESSAGES.sent)
    expect(await names(asker, 'friend-requests')).toEqual(['Ben'])
  })

  it('is forgotten by the server when it was taken back and has rested', async () => {
    await withdraw(asker, asked)
    await endDeclinedRequests(server.services)
    expect(await requestsKept()).toHaveLength(1)
    await pass(DECLINED_RESTS_MS)
    await endDeclinedRequests(server.services)
    expect(await requestsKept()).toEqual([])
    expect(await relationship(asker, asked)).toEqual(NOT_CLOSE)
  })
})

describe('declining and withdrawing', () => {
  it.each([
    // Not even the asker's own page is told.
    ['declining', () => reject(asked, asker), MESSAGES.rejected, () => bothHear().slice(1), 1],
    ['withdrawing', () => withdraw(asker, asked), MESSAGES.withdrawn, bothHear, 0],
  ])('%s leaves nothing and notifies nobody', async (_, drop, sentence, hear, resting) => {
    await requestFriendship(server, asker, asked)
    announced.length = 0
    const answer = await drop()
    expect([answer.statusCode, answer.json().msg]).toEqual([200, sentence])
    expect(friendsChanged()).toEqual(hear())
    expect(await requestsKept()).toHaveLength(resting)
    expect(await names(asked, 'friend-requests')).toEqual([])
    expect(await relationship(asked, asker)).toEqual(NOT_CLOSE)
    expect(await notificationsOf(asked)).toEqual([])
    expect(await notificationsOf(asker)).toEqual([])
    expect(await names(asked, 'friends')).toEqual([])
    expect((await drop()).statusCode).toBe(404)
    expect((await accept(asked, asker)).statusCode).toBe(404)
  })

  it('a withdrawn request can be sent again', async () => {
    await requestFriendship(server, asker, asked)
    await withdraw(asker, asked)
    expect((await send(asker, asked)).statusCode).toBe(200)
    expect(await names(asked, 'friend-requests')).toEqual(['Ada'])
  })

  it('is not the other one’s to do', async () => {
    await requestFriendship(server, asker, asked)
    expect((await withdraw(asked, asker)).statusCode).toBe(404)
    expect((await reject(asker, asked)).statusCode).toBe(404)
    expect(await requestsKept()).toHaveLength(1)
  })
})

describe('removing a friend', () => {
  it('ends it for both, and the squad place with it', async () => {
    await befriend(server, asker, asked)
    const place = { user_id: asker.id, friend_id: asked.id, place: 0 }
    await server.services.db.insertInto('squad_places').values(place).execute()
    announced.length = 0
    const answer = await remove(asked, asker)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.removed])
    expect(friendsChanged()).toEqual(bothHear().toReversed())
    expect(await names(asker, 'friends')).toEqual([])
    expect(await names(asked, 'friends')).toEqual([])
    expect(await server.services.db.selectFrom('squad_places').selectAll().execute()).toEqual([])
    const again = await remove(asker, asked)
    expect([again.statusCode, again.json().msg]).toEqual([404, MESSAGES.notFriends])
  })
})

describe('at once', () => {
  const statuses = (answers: { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).sort()

  it('twenty requests are one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(asker, asked)))
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(409)])
    expect(await requestsKept()).toHaveLength(1)
    expect(await notificationsOf(asked)).toHaveLength(1)
  })

  it('two who ask each other are friends', async () => {
    const answers = await Promise.all([send(asker, asked), send(asked, asker)])
    expect(answers.map((answer) => answer.json().msg).sort()).toEqual(
      [MESSAGES.sent, MESSAGES.friendsNow].sort(),
    )
    expect(await names(asker, 'friends')).toEqual(['Ben'])
    expect(await requestsKept()).toEqual([])
  })

  it('one of accepting and withdrawing wins', async () => {
    await requestFriendship(server, asker, asked)
    const [accepted, withdrawn] = await Promise.all([accept(asked, asker), withdraw(asker, asked)])
    expect(statuses([accepted, withdrawn])).toEqual([200, 404])
    expect(await names(asker, 'friends')).toEqual(accepted.statusCode === 200 ? ['Ben'] : [])
  })

  it('accepting twice tells once', async () => {
    await requestFriendship(server, asker, asked)
    const answers = await Promise.all([accept(asked, asker), accept(asked, asker)])
    expect(statuses(answers)).toEqual([200, 200])
    expect(await notificationsOf(asker)).toHaveLength(1)
  })

  it('who deletes the account leaves no request behind', async () => {
    const gone = server.call('DELETE', '/users/me', { as: asked })
    const answers = await Promise.all([gone, send(asker, asked), send(asker, asked)])
    expect(answers[0].statusCode).toBe(200)
    expect((await send(asker, asked)).statusCode).toBe(404)
    await server.services.unfinishedAccounts.finish(asked.id)
    expect(await requestsKept()).toEqual([])
  })
})
