import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '../../../contract/notifications.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { Space } from '../../../contract/spaces.ts'
import { enter, makeSpace } from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

// What is told of a message quotes its words and leads to it, as long as it is there for the
// reader.

let server: TestServer
let spaceAdmin: Member
let member: Member
let other: Member
let garden: Space
beforeAll(async () => {
  server = await openTestServer()
  spaceAdmin = await server.join(ada)
  member = await server.join(ben)
  other = await server.join(cleo)
  garden = await makeSpace(server, spaceAdmin, { name: 'Garden' })
  await enter(server, member, garden)
  await enter(server, other, garden)
})
beforeEach(async () => {
  await server.services.db.deleteFrom('notifications').execute()
})
afterAll(() => server.close())

const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, as: Member, body?: object) =>
  server.call(method, path, { as, ...(body && { body }) })
const path = () => `/spaces/${garden._id}/messages`
const say = async (as: Member, content: string, more: object = {}): Promise<SpaceMessage> =>
  (await call('POST', path(), as, { content, ...more })).json()
const remove = ({ _id }: SpaceMessage, as: Member) => call('DELETE', `${path()}/${_id}`, as)
const news = async (as: Member): Promise<Notification[]> =>
  (await call('GET', '/notifications', as)).json()
const unread = async (as: Member) => (await call('GET', '/notifications/count', as)).json().count

it('a mention is quoted, names and all, and says which message it was, on the line as in the list', async () => {
  const line = await connect(server, member)
  const said = await say(other, 'Tea,\n\n@ben?')
  const { notification } = await line.next('notification')
  expect(notification).toMatchObject({
    text: 'Cleo mentioned you in Garden',
    quote: 'Tea, @Ben?',
    messageId: said._id,
    spaceId: garden._id,
  })
  expect(await news(member)).toEqual([notification])
})

it('a reply is quoted, and so is a call to all who are here', async () => {
  const asked = await say(member, 'Tea?')
  const answer = await say(other, 'Yes, please', { replyTo: asked._id })
  const called = await say(spaceAdmin, '@here The kettle is on')
  expect(await news(member)).toMatchObject([
    { quote: '@here The kettle is on', messageId: called._id },
    { quote: 'Yes, please', messageId: answer._id },
  ])
})

it('is quoted as it was edited', async () => {
  const said = await say(other, 'Tea, @Ben?')
  await call('PUT', `${path()}/${said._id}`, other, { content: 'Coffee, @Ben?' })
  expect(await news(member)).toMatchObject([{ quote: 'Coffee, @Ben?', count: 1 }])
})

it('several are one, and lead to the newest', async () => {
  await say(other, 'Tea, @Ben?')
  const second = await say(other, 'Or coffee, @Ben?')
  expect(await news(member)).toMatchObject([
    { count: 2, quote: 'Or coffee, @Ben?', messageId: second._id },
  ])
})

it('whoever is not in the space any more reads no word of it', async () => {
  await say(other, 'Tea, @Ben?')
  await call('POST', `/spaces/${garden._id}/leave`, member)
  expect(await news(member)).toMatchObject([{ text: 'Cleo mentioned you in Garden', quote: '' }])
  await enter(server, member, garden)
  expect(await news(member)).toMatchObject([{ quote: 'Tea, @Ben?' }])
})

it('nothing is told of whom one blocked, nor quoted', async () => {
  await say(other, 'Tea, @Ben?')
  expect(await unread(member)).toBe(1)
  await call('PUT', `/users/${other.user._id}/block`, member)
  expect([await news(member), await unread(member)]).toEqual([[], 0])
  await call('DELETE', `/users/${other.user._id}/block`, member)
  expect(await news(member)).toMatchObject([{ quote: 'Tea, @Ben?' }])
})

describe('a message that is deleted', () => {
  it('is not told any more, and its reader’s count follows', async () => {
    const said = await say(other, 'Tea, @Ben?')
    const line = await connect(server, member)
    await remove(said, other)
    await line.next('unread_count')
    expect([await news(member), await unread(member)]).toEqual([[], 0])
  })

  it('by the admin or an administrator neither', async () => {
    for (const away of [
      (id: string) => `/spaces/${garden._id}/messages/${id}`,
      (id: string) => `/admin/message/${id}`,
    ]) {
      const { _id } = await say(other, 'Tea, @Ben?')
      expect(await unread(member)).toBe(1)
      await server.call('DELETE', `${away(_id)}?reason=Kind`, { as: spaceAdmin })
      expect([await news(member), await unread(member)]).toEqual([[], 0])
    }
  })

  it('leaves those that were told with it: mentions', async () => {
    await say(other, 'No name')
    const first = await say(other, 'One, @Ben')
    const second = await say(other, 'Two, @Ben')
    const third = await say(other, 'Three, @Ben')
    await remove(third, other)
    expect(await news(member)).toMatchObject([
      { count: 2, quote: 'Two, @Ben', messageId: second._id },
    ])
    await remove(first, other)
    expect(await news(member)).toMatchObject([
      { count: 1, quote: 'Two, @Ben', messageId: second._id },
    ])
    await remove(second, other)
    expect(await news(member)).toEqual([])
  })

  it('leaves those that were told with it: replies', async () => {
    const asked = await say(member, 'Tea?')
    const first = await say(other, 'Yes', { replyTo: asked._id })
    await say(other, 'Anybody else?')
    const second = await say(other, 'Please', { replyTo: asked._id })
    expect(await news(member)).toMatchObject([{ count: 2, quote: 'Please' }])
    await remove(second, other)
    expect(await news(member)).toMatchObject([{ count: 1, quote: 'Yes', messageId: first._id }])
  })

  it('takes nothing from what was told where it was not told itself', async () => {
    const asked = await say(member, 'Tea?')
    await say(other, 'Yes', { replyTo: asked._id })
    const first = await say(other, 'One, @Ben')
    const untold = await say(other, 'Between them')
    const answer = await say(other, 'Please, @Ben', { replyTo: asked._id })
    const second = await say(other, 'Two, @Ben')
    await remove(untold, other)
    expect(await news(member)).toMatchObject([
      { count: 2, quote: 'Two, @Ben' },
      { count: 2, quote: 'Please, @Ben' },
    ])
    // Told as an answer alone.
    await remove(answer, other)
    expect(await news(member)).toMatchObject([
      { count: 2, quote: 'Two, @Ben' },
      { count: 1, quote: 'Yes' },
    ])
    await remove(second, other)
    expect((await news(member))[0]).toMatchObject({ count: 1, messageId: first._id })
  })

  it('leaves a mention that was added to an older one by an edit', async () => {
    const older = await say(other, 'Tea?')
    const newer = await say(other, 'Coffee, @Ben')
    await call('PUT', `${path()}/${older._id}`, other, { content: 'Tea, @Ben?' })
    expect(await news(member)).toMatchObject([{ count: 2, messageId: older._id }])
    await remove(older, other)
    expect(await news(member)).toMatchObject([{ count: 1, messageId: newer._id }])
  })

  it('leaves a mention that was added to an answer by an edit', async () => {
    const asked = await say(member, 'Tea?')
    const first = await say(spaceAdmin, 'One, @Ben')
    const answer = await say(spaceAdmin, 'Yes', { replyTo: asked._id })
    await call('PUT', `${path()}/${answer._id}`, spaceAdmin, { content: 'Yes, @Ben' })
    const mention = async () => (await news(member)).find(({ text }) => text.includes('mentioned'))
    expect(await mention()).toMatchObject({ count: 2, messageId: answer._id })
    await remove(first, spaceAdmin)
    expect(await mention()).toMatchObject({ count: 1, messageId: answer._id })
  })

  it('leads nowhere that is told by another: what was read stays with what it told', async () => {
    const asked = await say(member, 'Tea?')
    for (const [content, more] of [
      ['@Ben', {}],
      ['Yes', { replyTo: asked._id }],
    ] as const) {
      await server.services.db.deleteFrom('notifications').execute()
      const first = await say(other, `One, ${content}`, more)
      const second = await say(other, `Two, ${content}`, more)
      await call('PUT', '/notifications/read-all', member)
      await say(other, `Three, ${content}`, more)
      const fourth = await say(other, `Four, ${content}`, more)
      await remove(second, other)
      expect(await news(member)).toMatchObject([
        { read: false, count: 2, messageId: fourth._id },
        { read: true, count: 1, messageId: first._id },
      ])
    }
  })

  it('leaves those that were told with it also while their reader is not in the space', async () => {
    const first = await say(other, 'One, @Ben')
    const second = await say(other, 'Two, @Ben')
    const third = await say(other, 'Three, @Ben')
    await call('POST', `/spaces/${garden._id}/leave`, member)
    await remove(first, other)
    expect(await news(member)).toMatchObject([{ count: 2, messageId: third._id }])
    await remove(third, other)
    expect(await news(member)).toMatchObject([{ count: 1, messageId: second._id, quote: '' }])
    await enter(server, member, garden)
    expect(await news(member)).toMatchObject([{ count: 1, quote: 'Two, @Ben' }])
  })

  it('takes nothing from what was told where it was said by who was muted then', async () => {
    const mute = `/users/${other.user._id}/mute`
    const first = await say(other, 'One, @Ben')
    await call('PUT', mute, member, { until: null })
    const untold = await say(other, 'Two, @Ben')
    await call('DELETE', mute, member)
    const third = await say(other, 'Three, @Ben')
    await remove(untold, other)
    expect(await news(member)).toMatchObject([{ count: 2, messageId: third._id }])
    await remove(third, other)
    expect(await news(member)).toMatchObject([
      { text: 'Cleo mentioned you in Garden', count: 1, messageId: first._id },
    ])
  })

  it('takes nothing from what was told of another’s', async () => {
    await say(spaceAdmin, 'Me too, @Ben')
    const said = await say(other, 'Tea, @Ben?')
    await remove(said, other)
    expect(await news(member)).toMatchObject([{ quote: 'Me too, @Ben', count: 1 }])
  })
})
