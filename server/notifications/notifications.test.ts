import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  MESSAGES,
  NOTIFICATIONS_PAGE_SIZE,
  type Notification,
  notificationList,
} from '../../contract/notifications.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../contract/spaces.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { mutate } from '../platform/database/mutate.ts'
import { notify } from './notify.ts'

let server: TestServer
let member: Member
let sender: Member
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  sender = await server.join(ben)
})
afterEach(() => server.close())

const passed = SPACE_MESSAGES.passedToYou
const tell = (to: Member, spaceName: string) =>
  mutate(server.services, (mutation) =>
    notify(server.services, mutation, {
      to: to.id,
      kind: 'space_passed',
      params: { spaceName },
      senderId: sender.id,
    }),
  )
async function list(as: Member, query = ''): Promise<Notification[]> {
  const answer = await server.call('GET', `/notifications${query}`, { as })
  return notificationList.parse(answer.json())
}
const count = async (as: Member): Promise<number> =>
  (await server.call('GET', '/notifications/count', { as })).json().count
const texts = (notifications: Notification[]) => notifications.map(({ text }) => text)
const read = (as: Member, id: string) => server.call('PUT', `/notifications/${id}/read`, { as })
const readAll = (as: Member) => server.call('PUT', '/notifications/read-all', { as })

describe('notifications', () => {
  it('come newest first, with who did it, to the one they are for', async () => {
    await tell(member, 'First')
    await tell(member, 'Second')
    const [second, first] = await list(member)
    expect([second?.text, first?.text]).toEqual([passed('Second'), passed('First')])
    expect(first).toMatchObject({
      type: 'other',
      read: false,
      postId: null,
      sender: { _id: sender.user._id, username: 'Ben' },
    })
    expect([await count(member), await list(sender), await count(sender)]).toEqual([2, [], 0])
  })

  it(`come ${NOTIFICATIONS_PAGE_SIZE} a page`, async () => {
    for (let index = 1; index <= NOTIFICATIONS_PAGE_SIZE + 2; index++)
      await tell(member, `${index}`)
    const newest = await list(member)
    expect([newest.length, newest[0]?.text]).toEqual([50, passed('52')])
    expect(texts(await list(member, `?before=${newest.at(-1)?._id}`))).toEqual([
      passed('2'),
      passed('1'),
    ])
    expect(
      (await server.call('GET', '/notifications?before=first', { as: member })).statusCode,
    ).toBe(400)
  })

  it('are not of one’s own acts', async () => {
    await tell(sender, 'Mine')
    expect(await count(sender)).toBe(0)
  })

  it('are for who is signed in', async () => {
    for (const [method, path] of [
      ['GET', '/notifications'],
      ['GET', '/notifications/count'],
      ['PUT', '/notifications/read-all'],
      ['PUT', `/notifications/${MISSING_ID}/read`],
    ] as const)
      expect((await server.call(method, path)).statusCode).toBe(401)
  })
})

describe('reading', () => {
  it('marks one, however often', async () => {
    await tell(member, 'First')
    await tell(member, 'Second')
    const [second] = await list(member)
    const id = second?._id ?? ''
    const answers = await Promise.all([read(member, id), read(member, id)])
    answers.push(await read(member, id))
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { msg: MESSAGES.read, message: MESSAGES.read },
      ])
    expect((await list(member)).map((shown) => shown.read)).toEqual([true, false])
    expect(await count(member)).toBe(1)
  })

  it('marks all', async () => {
    await tell(member, 'First')
    await tell(member, 'Second')
    for (const answer of [await readAll(member), await readAll(member)])
      expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.allRead])
    expect(await count(member)).toBe(0)
    expect(await list(member)).toHaveLength(2)
  })

  it('changes nothing of another’s', async () => {
    await tell(member, 'Mine')
    const [mine] = await list(member)
    const answer = await read(sender, mine?._id ?? '')
    expect([answer.statusCode, answer.json().msg]).toEqual([404, MESSAGES.missing])
    expect((await readAll(sender)).statusCode).toBe(200)
    expect(await count(member)).toBe(1)
    expect((await read(member, MISSING_ID)).statusCode).toBe(404)
    expect((await read(member, 'nonsense')).statusCode).toBe(404)
  })
})

describe('on the stream', () => {
  it('a notification comes with the new count, to its member only', async () => {
    const stranger = await server.join(cleo)
    const [line, other] = [await connect(server, member), await connect(server, stranger)]
    await tell(member, 'Hello')
    const { notification } = await line.next('notification')
    expect(await list(member)).toEqual([notification])
    expect((await line.next('unread_count')).count).toBe(1)
    await other.flushed()
    expect(other.received).toEqual([])
  })

  it('the count is the same on every connection', async () => {
    await tell(member, 'First')
    await tell(member, 'Second')
    const lines = [await connect(server, member), await connect(server, member)]
    const [second] = await list(member)
    await read(member, second?._id ?? '')
    for (const line of lines) expect((await line.next('unread_count')).count).toBe(1)
    await readAll(member)
    for (const line of lines) expect((await line.next('unread_count')).count).toBe(0)
    await readAll(member)
    for (const line of lines) {
      await line.flushed()
      expect(line.received).toEqual([])
    }
  })

  it('ends with the right count, however many come at once', async () => {
    const line = await connect(server, member)
    await Promise.all(Array.from({ length: 20 }, (_, index) => tell(member, `${index}`)))
    for (let left = 20; left > 0; left--) await line.next('notification')
    await expect.poll(() => line.received.at(-1)).toEqual({ type: 'unread_count', count: 20 })
  })

  it('the first count comes with ready', async () => {
    await tell(member, 'Earlier')
    const line = await connect(server, member)
    await line.close()
    const again = await connect(server, member)
    await again.flushed()
    expect([await count(member), again.received]).toEqual([1, []])
  })

  it('nothing is told of a change that failed', async () => {
    const line = await connect(server, member)
    const failing = mutate(server.services, async (mutation) => {
      const news = { kind: 'space_passed', params: { spaceName: 'Lost' } } as const
      await notify(server.services, mutation, { ...news, to: member.id, senderId: null })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await tell(member, 'Kept')
    expect((await line.next('notification')).notification.text).toBe(passed('Kept'))
    expect(await count(member)).toBe(1)
  })
})
