import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Conversation, MESSAGES } from '../../../contract/conversations.ts'
import { callAs, type Method } from '../../../tests/actions/calls.ts'
import {
  begin,
  conversationIds,
  conversations,
  openGarden,
  start,
  unreadCount,
} from '../../../tests/actions/conversation-actions.ts'
import { chat, say } from '../../../tests/actions/space-actions.ts'
import { connect, openSocket } from '../../../tests/realtime-client.ts'
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

describe('a conversation of two', () => {
  it('is one, however often and by whom it is begun, and stands in no list of spaces', async () => {
    const answers = await Promise.all([
      start(server, ann, bob),
      start(server, bob, ann),
      start(server, ann, bob),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 201])
    const [pair] = answers.map((answer) => answer.json()) as [Conversation]
    expect(new Set(answers.map((answer) => answer.json()._id)).size).toBe(1)
    expect(pair).toMatchObject({ isPair: true, title: '', state: 'open', lastSeq: 0 })
    // Nothing was said: nobody is bothered with it yet.
    expect(await conversationIds(server, bob)).toEqual([])

    const line = await connect(server, bob)
    const outside = await connect(server, admin)
    const message = await say(server, ann, pair, 'Tea?')
    expect(await line.next('conversation_changed')).toMatchObject({ spaceId: pair._id })
    expect(await line.next('message_created')).toMatchObject({ message: { content: 'Tea?' } })
    expect(await unreadCount(server, bob)).toBe(1)
    const elsewhere = await openSocket(server)
    elsewhere.send({ type: 'hello', token: bob.token })
    expect(await elsewhere.next('ready')).toMatchObject({ unreadCount: 0, unreadConversations: 1 })
    expect(await conversations(server, bob)).toMatchObject({
      conversations: [
        {
          ...{ _id: pair._id, isUnread: true, people: [{ username: 'Ben' }] },
          lastMessage: { username: 'Ben', content: 'Tea?' },
        },
      ],
      hasMore: false,
      hasRequests: false,
    })
    await callAs(server, bob, 'PUT', `/spaces/${pair._id}/read`, { seq: message.seq })
    expect(await unreadCount(server, bob)).toBe(0)
    // The bell says nothing of it.
    expect((await callAs(server, bob, 'GET', '/notifications/count')).json().count).toBe(0)
    for (const path of ['/spaces', '/spaces/my-spaces', '/spaces/rooms'])
      expect((await callAs(server, bob, 'GET', path)).body, path).not.toContain(pair._id)
    await outside.flushed()
    expect(outside.received).toEqual([])
  })

  it('is not there for anybody else, administrators among them, by whatever way', async () => {
    const pair = await begin(server, ann, bob)
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
        expect((await callAs(server, as, method, path, body)).statusCode, `${method} ${path}`).toBe(
          404,
        )
    // In the very words for an id of nothing.
    const nothing = await callAs(server, far, 'POST', '/spaces/1/messages', { content: 'Hello' })
    expect((await callAs(server, far, 'POST', place, { content: 'Hello' })).json()).toEqual(
      nothing.json(),
    )
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
        expect((await callAs(server, as, method, path, body)).statusCode, `${method} ${path}`).toBe(
          404,
        )
    const invite = await callAs(server, ann, 'POST', '/invites', { spaceId: pair._id })
    expect(invite.statusCode).toBeGreaterThanOrEqual(400)
    expect(
      (await callAs(server, admin, 'DELETE', `/admin/space/${pair._id}?reason=Tea`)).statusCode,
    ).toBe(404)
  })

  it('a reported message brings what was said before it to the administrators', async () => {
    const pair = await begin(server, ann, dan)
    for (const text of ['0', '1', '2', '3', '4', '5']) await say(server, ann, pair, text)
    const { _id: id } = await say(server, dan, pair, 'Rude')
    const report = { kind: 'message', id, reason: 'unkind' }
    expect((await callAs(server, ann, 'POST', '/reports', report)).statusCode).toBe(201)
    const { things } = (await callAs(server, admin, 'GET', '/admin/reports')).json()
    expect(things).toMatchObject([{ thingId: id, space: null, member: { username: 'Dora' } }])
    const said = things[0].evidence.map(({ text }: { text: string }) => text)
    expect(said).toEqual(['1', '2', '3', '4', '5', 'Rude'])
    const decision = { act: 'remove', text: 'Be kind' }
    await callAs(server, admin, 'POST', `/admin/reports/${things[0]._id}/decision`, decision)
    expect((await chat(server, ann, pair)).map(({ content }) => content)).not.toContain('Rude')
    const [news] = (await callAs(server, dan, 'GET', '/notifications')).json()
    expect(news.text).toContain(MESSAGES.place)
  })
})
