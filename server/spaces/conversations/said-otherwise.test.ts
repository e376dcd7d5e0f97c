import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Conversation } from '../../../contract/conversations.ts'
import { callAs, type Method } from '../../../tests/actions/calls.ts'
import {
  begin,
  conversations,
  openGarden,
  start,
  unreadCount,
} from '../../../tests/actions/conversation-actions.ts'
import { undoLast } from '../../../tests/actions/removal-actions.ts'
import { enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { connect, type RealtimeClient } from '../../../tests/realtime-client.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

// The lists of conversations show what was said last, and how much is unread: they hear of it where
// that is otherwise, and of nothing else.

let server: TestServer
let admin: Member
let ann: Member
let bob: Member
let dan: Member
let eve: Member
beforeAll(async () => {
  ;({ server, admin, ann, bob, dan, eve } = await openGarden())
})
afterAll(() => server.close())

/**
 * The types of what came since it was last asked, but for the bell: it is told beside the request,
 * and late.
 */
async function news(line: RealtimeClient) {
  await line.flushed()
  const types = line.received.splice(0).map(({ type }) => type)
  return types.filter((type) => type !== 'unread_count')
}

const change = (as: Member, pair: Conversation, id: string) => {
  const path = `/spaces/${pair._id}/messages/${id}`
  return async (method: Method, more = '', body?: object) => {
    const answer = await callAs(server, as, method, `${path}${more}`, body)
    expect([method, more, answer.statusCode < 300]).toEqual([method, more, true])
  }
}
const CHANGED = ['conversation_changed', 'message_changed']

describe('a message of a conversation', () => {
  it('is told to the lists of both where it was edited or deleted, and not where it was reacted to', async () => {
    const pair = await begin(server, ann, bob)
    const { _id } = await say(server, ann, pair, 'Tea?')
    expect(await unreadCount(server, bob)).toBe(1)
    const lines = [await connect(server, ann), await connect(server, bob)]
    const act = change(ann, pair, _id)
    await act('PUT', '', { content: 'Coffee?', revision: 0 })
    for (const line of lines) expect(await news(line)).toEqual(CHANGED)
    await act('POST', '/reactions', { emoji: '🫖' })
    await act('PUT', '/pin')
    for (const line of lines)
      expect(await news(line)).toEqual(['message_changed', 'message_changed'])
    await act('DELETE')
    for (const line of lines) expect(await news(line)).toEqual(CHANGED)
    expect(await unreadCount(server, bob)).toBe(0)
    const [shown] = (await conversations(server, bob)).conversations
    expect(JSON.stringify(shown?.lastMessage)).not.toMatch(/Tea|Coffee/)
  })

  it('is told to its sender alone where one of both blocks the other', async () => {
    const pair = await begin(server, ann, dan)
    const { _id } = await say(server, ann, pair, 'Tea?')
    expect((await callAs(server, dan, 'PUT', `/users/${ann.user._id}/block`)).statusCode).toBe(200)
    const [own, theirs] = [await connect(server, ann), await connect(server, dan)]
    await change(ann, pair, _id)('DELETE')
    expect(await news(own)).toEqual(CHANGED)
    expect(await news(theirs)).toEqual([])
  })

  it('is told to both where an administrator takes it away and gives it back, also where it asks to write', async () => {
    const pair: Conversation = (await start(server, eve, bob)).json()
    expect(pair.state).toBe('may_ask')
    const { _id: id } = await say(server, eve, pair, 'Rude')
    const report = { kind: 'message', id, reason: 'unkind' }
    expect((await callAs(server, bob, 'POST', '/reports', report)).statusCode).toBe(201)
    const { things } = (await callAs(server, admin, 'GET', '/admin/reports')).json()
    const lines = [await connect(server, eve), await connect(server, bob)]
    const only = async (line: RealtimeClient) =>
      (await news(line)).filter((type) => CHANGED.includes(type))
    const decision = { act: 'remove', text: 'Be kind' }
    await callAs(server, admin, 'POST', `/admin/reports/${things[0]._id}/decision`, decision)
    for (const line of lines) expect(await only(line)).toEqual(CHANGED)
    expect(await undoLast(server, admin)).toBe(200)
    for (const line of lines) expect(await only(line)).toEqual(CHANGED)
  })

  it('is told to who is in it where its sender is suspended, let in again or deletes their account, friend or not', async () => {
    const pair: Conversation = (await start(server, eve, dan)).json()
    await say(server, eve, pair, 'May I?')
    await callAs(server, dan, 'POST', `/conversations/${pair._id}/accept`)
    const line = await connect(server, dan)
    const changed = async () =>
      (await news(line)).filter((type) => type === 'conversation_changed').length
    const eveId = eve.user._id
    const suspension = { days: null, text: 'Too loud' }
    await callAs(server, admin, 'POST', `/admin/user/${eveId}/suspend`, suspension)
    expect(await changed()).toBe(1)
    await callAs(server, admin, 'POST', `/admin/user/${eveId}/lift`, { text: 'Welcome' })
    expect(await changed()).toBe(1)
    await callAs(server, admin, 'DELETE', `/admin/user/${eveId}`, { reason: 'Asked for' })
    await server.services.accountJobs.finish(eve.id)
    // At once that they are gone, and once more when their words are.
    expect(await changed()).toBe(2)
    const [shown] = (await conversations(server, dan)).conversations
    expect(shown).toMatchObject({ people: [], lastMessage: null, state: 'closed' })
  })

  it('is told to no lists where it was said in a space', async () => {
    const space = await makeSpace(server, ann, { name: 'Kitchen' })
    await enter(server, bob, space)
    const { _id } = await say(server, ann, space, 'Tea?')
    const line = await connect(server, bob)
    await callAs(server, ann, 'DELETE', `/spaces/${space._id}/messages/${_id}`)
    expect(await news(line)).toEqual(['message_changed'])
  })

  it('is awaited before one hears of a pair: not that who began it is suspended, let in again or gone', async () => {
    await begin(server, bob, dan)
    const line = await connect(server, dan)
    const id = bob.user._id
    const suspension = { days: null, text: 'Too loud' }
    await callAs(server, admin, 'POST', `/admin/user/${id}/suspend`, suspension)
    await callAs(server, admin, 'POST', `/admin/user/${id}/lift`, { text: 'Welcome' })
    await callAs(server, admin, 'DELETE', `/admin/user/${id}`, { reason: 'Asked for' })
    await server.services.accountJobs.finish(bob.id)
    expect(await news(line)).not.toContain('conversation_changed')
  })
})
