import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/friends.ts'
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
import { requestFriendship } from '../../tests/actions/post-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../realtime/bus.ts'
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

describe('a declined request', () => {
  const SENT = { ...NOT_CLOSE, requestSent: true }
  beforeEach(async () => {
    await requestFriendship(server, asker, asked)
    await declineRequest(server, asked, asker)
  })

  /** Time passes, and both come back. */
  async function pass(ms: number) {
    server.pass(ms)
    asker = await server.signIn(ada)
    asked = await server.signIn(ben)
  }

  it('is there for who sent it until they take it back, and reaches nobody for seven days', async () => {
    expect(await relationship(server, asker, asked)).toEqual(SENT)
    expect((await sendRequest(server, asker, asked)).statusCode).toBe(409)
    await pass(DECLINED_RESTS_MS - 1)
    await withdrawRequest(server, asker, asked)
    expect((await sendRequest(server, asker, asked)).statusCode).toBe(200)
    expect(await friendNames(server, asked, 'friend-requests')).toEqual([])
    announced.length = 0
    await pass(1)
    await endDeclinedRequests(server.services)
    // As one that was never answered: that it went by itself would tell.
    expect(await relationship(server, asker, asked)).toEqual(SENT)
    expect((await sendRequest(server, asker, asked)).statusCode).toBe(409)
    expect(friendsChanged(announced)).toEqual([])
    await withdrawRequest(server, asker, asked)
    expect((await sendRequest(server, asker, asked)).statusCode).toBe(200)
    expect(await friendNames(server, asked, 'friend-requests')).toEqual(['Ada'])
    expect(await notificationsOf(server, asked)).toHaveLength(1)
  })

  it('rests also when it was taken back meanwhile, and nobody hears of another', async () => {
    expect((await withdrawRequest(server, asker, asked)).statusCode).toBe(200)
    expect(await relationship(server, asker, asked)).toEqual(NOT_CLOSE)
    announced.length = 0
    expect((await sendRequest(server, asker, asked)).json().msg).toBe(MESSAGES.sent)
    expect(await relationship(server, asker, asked)).toEqual(SENT)
    expect(await friendNames(server, asked, 'friend-requests')).toEqual([])
    expect(await notificationsOf(server, asked)).toEqual([])
    expect(friendsChanged(announced)).toEqual(bothHear(asker, asked).slice(0, 1))
  })

  it('becomes a friendship when who declined asks in turn', async () => {
    expect((await sendRequest(server, asked, asker)).json().msg).toBe(MESSAGES.friendsNow)
    expect(await friendNames(server, asker, 'friends')).toEqual(['Ben'])
  })

  it('is no request any more when it was taken back and who declined asks in turn', async () => {
    await withdrawRequest(server, asker, asked)
    expect((await sendRequest(server, asked, asker)).json().msg).toBe(MESSAGES.sent)
    expect(await friendNames(server, asker, 'friend-requests')).toEqual(['Ben'])
  })

  it.each([
    ['who sent it', () => ({ by: asker, of: asked })],
    ['who declined it', () => ({ by: asked, of: asker })],
  ])('rests also when %s blocked the other meanwhile', async (_, who) => {
    const { by, of } = who()
    for (const method of ['PUT', 'DELETE'] as const)
      await server.call(method, `/users/${of.user._id}/block`, { as: by })
    expect(await relationship(server, asker, asked)).toEqual(NOT_CLOSE)
    expect((await sendRequest(server, asker, asked)).json().msg).toBe(MESSAGES.sent)
    expect(await relationship(server, asker, asked)).toEqual(SENT)
    expect(await friendNames(server, asked, 'friend-requests')).toEqual([])
    expect(await notificationsOf(server, asked)).toEqual([])
  })

  it('is forgotten by the server when it was taken back and has rested', async () => {
    await withdrawRequest(server, asker, asked)
    await endDeclinedRequests(server.services)
    expect(await requestsKept(server)).toHaveLength(1)
    await pass(DECLINED_RESTS_MS)
    await endDeclinedRequests(server.services)
    expect(await requestsKept(server)).toEqual([])
    expect(await relationship(server, asker, asked)).toEqual(NOT_CLOSE)
  })
})

describe('declining and withdrawing', () => {
  it.each([
    // Not even the asker's own page is told.
    [
      'declining',
      () => declineRequest(server, asked, asker),
      MESSAGES.rejected,
      () => bothHear(asker, asked).slice(1),
      1,
    ],
    [
      'withdrawing',
      () => withdrawRequest(server, asker, asked),
      MESSAGES.withdrawn,
      () => bothHear(asker, asked),
      0,
    ],
  ])('%s leaves nothing and notifies nobody', async (_, drop, sentence, hear, resting) => {
    await requestFriendship(server, asker, asked)
    announced.length = 0
    const answer = await drop()
    expect([answer.statusCode, answer.json().msg]).toEqual([200, sentence])
    expect(friendsChanged(announced)).toEqual(hear())
    expect(await requestsKept(server)).toHaveLength(resting)
    expect(await friendNames(server, asked, 'friend-requests')).toEqual([])
    expect(await relationship(server, asked, asker)).toEqual(NOT_CLOSE)
    expect(await notificationsOf(server, asked)).toEqual([])
    expect(await notificationsOf(server, asker)).toEqual([])
    expect(await friendNames(server, asked, 'friends')).toEqual([])
    expect((await drop()).statusCode).toBe(404)
    expect((await acceptRequest(server, asked, asker)).statusCode).toBe(404)
  })

  it('a withdrawn request can be sent again', async () => {
    await requestFriendship(server, asker, asked)
    await withdrawRequest(server, asker, asked)
    expect((await sendRequest(server, asker, asked)).statusCode).toBe(200)
    expect(await friendNames(server, asked, 'friend-requests')).toEqual(['Ada'])
  })

  it('is not the other one’s to do', async () => {
    await requestFriendship(server, asker, asked)
    expect((await withdrawRequest(server, asked, asker)).statusCode).toBe(404)
    expect((await declineRequest(server, asker, asked)).statusCode).toBe(404)
    expect(await requestsKept(server)).toHaveLength(1)
  })
})
