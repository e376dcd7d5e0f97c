import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '../../contract/notifications.ts'
import { type Member, openTestHouse, type TestHouse } from '../../tests/house.ts'
import { connect } from '../../tests/listening.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { newId } from '../platform/ids.ts'
import { change } from '../platform/realtime/change.ts'
import type { Changing } from '../services.ts'
import {
  forgetJoinRequestNotification,
  forgetOldNotifications,
  forgetRequestNotification,
  readRequestNotification,
} from './forgetting.ts'
import { notify } from './notify.ts'

const DAY_MS = 24 * 60 * 60_000

let house: TestHouse
let member: Member
let sender: Member
let stranger: Member
beforeEach(async () => {
  house = await openTestHouse()
  member = await house.join(ada)
  sender = await house.join(ben)
  stranger = await house.join(cleo)
})
afterEach(() => house.close())

const act = (work: (changing: Changing) => Promise<void>) => change(house.services, work)
const ask = (from: Member, spaceId?: string) =>
  act((changing) =>
    notify(house.services, changing, {
      to: member.user._id,
      senderId: from.user._id,
      ...(spaceId ? { type: 'join_request', spaceId } : { type: 'friend_request' }),
    }),
  )
const request = (from: Member) => ({ to: member.user._id, senderId: from.user._id })
async function senders(): Promise<string[]> {
  const session = await house.signIn(member)
  const list = await house.call('GET', '/notifications', { as: session })
  return list
    .json<Notification[]>()
    .map(({ sender, read }) => `${sender?.username}${read ? ', read' : ''}`)
}

describe('a request', () => {
  it('that is no more has no notification, and the count says so', async () => {
    await ask(sender)
    await ask(stranger)
    const line = await connect(house, member)
    await act((changing) => forgetRequestNotification(changing, request(sender)))
    expect((await line.next('unread_count')).count).toBe(1)
    await act((changing) => forgetRequestNotification(changing, request(sender)))
    await line.quiet()
    expect(line.said).toEqual([])
    expect(await senders()).toEqual(['Cleo'])
  })

  it('that was answered is read', async () => {
    await ask(sender)
    await ask(stranger)
    const line = await connect(house, member)
    await act((changing) => readRequestNotification(changing, request(sender)))
    expect((await line.next('unread_count')).count).toBe(1)
    expect(await senders()).toEqual(['Cleo', 'Ben, read'])
  })

  it('to join is of one space', async () => {
    const [here, there] = [newId(), newId()]
    await ask(sender, here)
    await ask(sender, there)
    await ask(sender)
    const line = await connect(house, member)
    const asked = { ...request(sender), spaceId: here }
    await act((changing) => forgetJoinRequestNotification(changing, asked))
    expect((await line.next('unread_count')).count).toBe(2)
    expect(await senders()).toEqual(['Ben', 'Ben'])
  })
})

describe('every hour', () => {
  const forget = () => forgetOldNotifications(house.services)

  it('what was read three months ago is forgotten', async () => {
    await ask(sender)
    await act((changing) => readRequestNotification(changing, request(sender)))
    await ask(stranger)
    house.pass(90 * DAY_MS)
    await forget()
    expect(await senders()).toEqual(['Cleo', 'Ben, read'])
    house.pass(1)
    await forget()
    expect(await senders()).toEqual(['Cleo'])
  })

  it('a member keeps the newest thousand', async () => {
    const rows = Array.from({ length: 1_600 }, () => ({
      id: newId(),
      user_id: member.user._id,
      type: 'other' as const,
      sender_id: null,
      text: '',
      post_id: null,
      comment_id: null,
      space_id: null,
      is_read: 0,
      created_at: 1,
    }))
    for (let from = 0; from < rows.length; from += 400)
      await house.services.db
        .insertInto('notifications')
        .values(rows.slice(from, from + 400))
        .execute()
    const line = await connect(house, member)
    await forget()
    await expect.poll(() => line.said.at(-1)).toEqual({ type: 'unread_count', count: 1_000 })
    const kept = await house.services.db
      .selectFrom('notifications')
      .select('id')
      .orderBy('id')
      .execute()
    expect(kept.map(({ id }) => id)).toEqual(rows.slice(600).map(({ id }) => id))
  })
})
