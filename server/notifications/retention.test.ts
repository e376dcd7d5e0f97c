import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import type { Notification } from '../../contract/notifications.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { mutate } from '../platform/database/mutate.ts'
import { type Id, newId } from '../platform/ids.ts'
import type { Mutation } from '../services.ts'
import { notify } from './notify.ts'
import { trimNotifications } from './retention.ts'
import {
  deleteJoinRequestNotification,
  deleteRequestNotification,
  markRequestNotificationRead,
} from './update-notifications.ts'

let server: TestServer
let member: Member
let sender: Member
let stranger: Member
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  sender = await server.join(ben)
  stranger = await server.join(cleo)
})
afterEach(() => server.close())

const act = (work: (mutation: Mutation) => Promise<void>) => mutate(server.services, work)
const ask = (from: Member, spaceId?: Id) =>
  act((mutation) =>
    notify(server.services, mutation, {
      to: member.id,
      senderId: from.id,
      ...(spaceId ? { kind: 'join_request', spaceId } : { kind: 'friend_request' }),
    }),
  )
const request = (from: Member) => ({ to: member.id, senderId: from.id })
async function senders(): Promise<string[]> {
  const session = await server.signIn(member)
  const list = await server.call('GET', '/notifications', { as: session })
  return list
    .json<Notification[]>()
    .map(({ sender, read }) => `${sender?.username}${read ? ', read' : ''}`)
}

describe('a request', () => {
  it('that is no more has no notification, and the count says so', async () => {
    await ask(sender)
    await ask(stranger)
    const line = await connect(server, member)
    await act((mutation) => deleteRequestNotification(mutation, request(sender)))
    expect((await line.next('unread_count')).count).toBe(1)
    await act((mutation) => deleteRequestNotification(mutation, request(sender)))
    await line.flushed()
    expect(line.received).toEqual([])
    expect(await senders()).toEqual(['Cleo'])
  })

  it('that was answered is read', async () => {
    await ask(sender)
    await ask(stranger)
    const line = await connect(server, member)
    await act((mutation) => markRequestNotificationRead(mutation, request(sender)))
    expect((await line.next('unread_count')).count).toBe(1)
    expect(await senders()).toEqual(['Cleo', 'Ben, read'])
  })

  it('to join is of one space', async () => {
    const [here, there] = [newId(), newId()]
    await ask(sender, here)
    await ask(sender, there)
    await ask(sender)
    const line = await connect(server, member)
    const asked = { ...request(sender), spaceId: here }
    await act((mutation) => deleteJoinRequestNotification(mutation, asked))
    expect((await line.next('unread_count')).count).toBe(2)
    expect(await senders()).toEqual(['Ben', 'Ben'])
  })
})

describe('every hour', () => {
  const forget = () => trimNotifications(server.services)

  it('what was read three months ago is forgotten', async () => {
    await ask(sender)
    await act((mutation) => markRequestNotificationRead(mutation, request(sender)))
    await ask(stranger)
    server.pass(90 * DAY_MS)
    await forget()
    expect(await senders()).toEqual(['Cleo', 'Ben, read'])
    server.pass(1)
    await forget()
    expect(await senders()).toEqual(['Cleo'])
  })

  it('a member keeps the newest thousand', async () => {
    const rows = Array.from({ length: 1_600 }, () => ({
      id: newId(),
      user_id: member.id,
      kind: 'friend_request' as const,
      params: '{}',
      sender_id: null,
      post_id: null,
      comment_id: null,
      space_id: null,
      is_read: 0,
      created_at: server.services.clock(),
    }))
    for (let from = 0; from < rows.length; from += 400)
      await server.services.db
        .insertInto('notifications')
        .values(rows.slice(from, from + 400))
        .execute()
    const line = await connect(server, member)
    await forget()
    await expect.poll(() => line.received.at(-1)).toEqual({ type: 'unread_count', count: 1_000 })
    const kept = await server.services.db
      .selectFrom('notifications')
      .select('id')
      .orderBy('id')
      .execute()
    expect(kept.map(({ id }) => id)).toEqual(rows.slice(600).map(({ id }) => id))
  })
})
