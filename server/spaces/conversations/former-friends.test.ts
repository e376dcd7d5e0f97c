import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import { callAs, readAs } from '../../../tests/actions/calls.ts'
import {
  begin,
  conversation,
  conversationIds,
  conversations,
  openGarden,
  unreadCount,
  write,
} from '../../../tests/actions/conversation-actions.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { undoLast } from '../../../tests/actions/removal-actions.ts'
import { enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { ada, cleo, person } from '../../../tests/people.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let ann: Member
let bob: Member
let dan: Member
let eve: Member
beforeAll(async () => {
  ;({ server, ann, bob, dan, eve } = await openGarden())
})
afterAll(() => server.close())

const REQUESTS = '?box=requests'

/** What was said last in each that is listed, and whether it is marked as unread. */
async function lastLines(as: Member, query = '') {
  const { conversations: listed } = await conversations(server, as, query)
  return listed.map(({ lastMessage, isUnread }) => [lastMessage?.content, isUnread])
}

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
    expect(await lastLines(dan)).toEqual([['Tea?', true]])
    expect(await lastLines(dan, REQUESTS)).toEqual([['May I?', true]])
  })

  it('keeps its place in the list of who is asked', async () => {
    const gus = await server.join(person('Gus'))
    const hal = await server.join(person('Hal'))
    for (const one of [bob, hal]) await befriend(server, gus, one)
    await enter(server, hal, await makeSpace(server, gus))
    const pair = await begin(server, gus, hal)
    await say(server, hal, pair, 'Tea?')
    server.pass(1)
    const later = await begin(server, gus, bob)
    await say(server, bob, later, 'Coffee?')
    server.pass(1)
    await callAs(server, gus, 'DELETE', `/users/friend/${hal.user._id}`)
    await say(server, hal, pair, 'May I?')
    const inOrder = [later._id, pair._id]
    expect(await conversationIds(server, gus)).toEqual(inOrder)
    expect(await conversationIds(server, gus, `?before=${later._id}`)).toEqual([pair._id])
    expect(await conversationIds(server, gus, `?before=${pair._id}`)).toEqual([])
    await callAs(server, gus, 'POST', `/conversations/${pair._id}/dismiss`)
    expect(await conversationIds(server, gus)).toEqual(inOrder)
    expect(await conversationIds(server, hal)).toEqual([pair._id])
  })

  it('is all that their conversation shows of who asks, day after day', async () => {
    await befriend(server, eve, dan)
    const pair = await begin(server, dan, eve)
    await say(server, eve, pair, 'Tea?')
    await say(server, dan, pair, 'Gladly')
    await callAs(server, eve, 'DELETE', `/users/friend/${dan.user._id}`)
    const { _id: asked } = await say(server, dan, pair, 'May I?')
    expect(await lastLines(eve)).toEqual([['Gladly', true]])
    expect(await lastLines(dan)).toContainEqual(['May I?', false])
    await callAs(server, eve, 'PUT', `/spaces/${pair._id}/read`, { seq: 2 })
    expect(await lastLines(eve)).toEqual([['Gladly', false]])
    expect(await lastLines(eve, REQUESTS)).toEqual([['May I?', true]])
    await callAs(server, eve, 'POST', `/conversations/${pair._id}/dismiss`)
    await callAs(server, dan, 'DELETE', `/spaces/${pair._id}/messages/${asked}`)
    server.pass(DAY_MS)
    // By then both have to sign in again.
    dan = await server.signIn(person('Dora'))
    eve = await server.signIn(person('Emil'))
    await say(server, dan, pair, 'Why do you not answer me?')
    expect(await lastLines(eve)).toEqual([['Gladly', false]])
    expect(await lastLines(eve, REQUESTS)).toEqual([])
    expect(await unreadCount(server, eve)).toBe(0)
  })
})

describe('what a stranger asked', () => {
  it('is not said before where it is given back after they asked again', async () => {
    const everybody = async () => ({
      admin: await server.signIn(ada),
      bob: await server.signIn(cleo),
      eve: await server.signIn(person('Emil')),
    })
    const first = await everybody()
    const pair = await begin(server, first.eve, first.bob)
    const { _id: id } = await say(server, first.eve, pair, 'Rude')
    await callAs(server, first.bob, 'POST', '/reports', { kind: 'message', id, reason: 'unkind' })
    const { things } = await readAs(server, first.admin, '/admin/reports')
    const decision = { act: 'remove', text: 'Be kind' }
    const path = `/admin/reports/${things[0]._id}/decision`
    await callAs(server, first.admin, 'POST', path, decision)

    server.pass(DAY_MS)
    const then = await everybody()
    await say(server, then.eve, pair, 'May I?')
    const unread = await unreadCount(server, then.bob)
    expect(await undoLast(server, then.admin)).toBe(200)
    expect(await conversationIds(server, then.bob, REQUESTS)).toEqual([pair._id])
    expect(await conversationIds(server, then.bob)).not.toContain(pair._id)
    expect(await unreadCount(server, then.bob)).toBe(unread)
  })
})
