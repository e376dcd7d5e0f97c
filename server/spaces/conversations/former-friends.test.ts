import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAs } from '../../../tests/calls.ts'
import {
  begin,
  conversation,
  conversationIds,
  openGarden,
  unreadCount,
  write,
} from '../../../tests/conversation-actions.ts'
import { say } from '../../../tests/space-actions.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let ann: Member
let bob: Member
let dan: Member
beforeAll(async () => {
  ;({ server, ann, bob, dan } = await openGarden())
})
afterAll(() => server.close())

const REQUESTS = '?box=requests'

describe('what two said before their friendship ended', () => {
  it('stays with both, whatever one asks then and the other makes of it', async () => {
    const pair = await begin(server, ann, bob)
    await say(server, ann, pair, 'Tea?')
    await say(server, bob, pair, 'Gladly')
    await callAs(server, bob, 'DELETE', `/users/friend/${ann.user._id}`)
    // Of what was said before Bob has read all, of the request nothing: it counts nowhere.
    const { _id: asked } = await say(server, ann, pair, 'May I?')
    expect(await conversation(server, bob, pair)).toMatchObject({ state: 'request' })
    expect(await conversationIds(server, bob)).toEqual([pair._id])
    expect(await conversationIds(server, bob, REQUESTS)).toEqual([pair._id])
    expect(await unreadCount(server, bob)).toBe(0)

    await callAs(server, bob, 'POST', `/conversations/${pair._id}/dismiss`)
    expect(await conversationIds(server, bob)).toEqual([pair._id])
    expect(await conversationIds(server, bob, REQUESTS)).toEqual([])
    await callAs(server, bob, 'PUT', `/users/${ann.user._id}/block`)
    for (const one of [ann, bob]) expect(await conversationIds(server, one)).toEqual([pair._id])
    await callAs(server, bob, 'DELETE', `/users/${ann.user._id}/block`)

    // Taken back, it leaves the two as they were before.
    expect(await conversation(server, ann, pair)).toMatchObject({ state: 'asked' })
    await callAs(server, ann, 'DELETE', `/spaces/${pair._id}/messages/${asked}`)
    for (const one of [ann, bob]) {
      expect(await conversation(server, one, pair)).toMatchObject({ state: 'may_ask' })
      expect(await conversationIds(server, one)).toEqual([pair._id])
    }
    expect((await write(server, ann, pair)).statusCode).toBe(429)
  })

  it('counts as unread where it is, also once one of them asks', async () => {
    const pair = await begin(server, ann, dan)
    await say(server, ann, pair, 'Tea?')
    await callAs(server, dan, 'DELETE', `/users/friend/${ann.user._id}`)
    await say(server, ann, pair, 'May I?')
    expect(await unreadCount(server, dan)).toBe(1)
  })
})
