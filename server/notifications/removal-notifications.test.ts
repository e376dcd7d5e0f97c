import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '../../contract/notifications.ts'
import { MESSAGES } from '../../contract/removal.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

// What is taken away from somebody by another is told to them, with the reason, and to nobody else.

let server: TestServer
let admin: Member
let member: Member
let bystander: Member
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  member = await server.join(ben)
  bystander = await server.join(cleo)
})
afterEach(() => server.close())

const news = async (as: Member): Promise<Notification[]> =>
  (await server.call('GET', '/notifications', { as })).json()
const texts = async (as: Member) => (await news(as)).map(({ text }) => text)

async function remove(path: string, reason = '', as = admin) {
  const query = reason === '' ? '' : `?reason=${encodeURIComponent(reason)}`
  const answer = await server.call('DELETE', path + query, { as })
  expect([path, answer.statusCode]).toEqual([path, 200])
}

describe('a post removed by an administrator', () => {
  it('is told to its author with the reason, at once, and holds nothing of it', async () => {
    const { _id } = await post(server, member, 'Buy my things')
    const line = await connect(server, member)
    await remove(`/admin/post/${_id}`, 'Selling is against the rules')
    const text = `${MESSAGES.postRemoved}: Selling is against the rules`
    const [told] = await news(member)
    expect(told).toMatchObject({ type: 'other', text, sender: null, postId: null, read: false })
    expect(told?.quote).toBe('Buy my things')
    await line.flushed()
    expect(line.received).toContainEqual({ type: 'notification', notification: told })
    const rows = await server.services.db.selectFrom('notifications').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('Buy my things')
    expect(await news(admin)).toEqual([])
    expect(await news(bystander)).toEqual([])
  })

  it('is told without a reason where none was given, and never to oneself', async () => {
    const theirs = await post(server, member, 'Theirs')
    const own = await post(server, admin, 'Mine')
    await remove(`/admin/post/${theirs._id}`)
    await remove(`/admin/post/${own._id}`)
    expect(await texts(member)).toEqual([MESSAGES.postRemoved])
    expect(await news(admin)).toEqual([])
  })
})

it('a comment removed by an administrator is told to its author, and gone everywhere', async () => {
  const { _id } = await post(server, member, 'Hello')
  const path = `/posts/${_id}/comments`
  const body = { text: 'Rude words' }
  const [comment] = (await server.call('POST', path, { as: bystander, body })).json()
  expect(await news(member)).toHaveLength(1)
  await remove(`/admin/comment/${comment._id}`, 'Be kind')
  expect((await server.call('GET', path, { as: member })).json()).toEqual([])
  const shown = (await server.call('GET', `/posts/${_id}`, { as: member })).json()
  expect(shown).toMatchObject({ commentCount: 0 })
  expect(await news(member)).toEqual([])
  expect(await texts(bystander)).toEqual([`${MESSAGES.commentRemoved}: Be kind`])
  expect((await server.call('GET', '/admin/acts', { as: admin })).json()).toMatchObject([
    { act: 'delete_comment', memberNumber: 3, reason: 'Be kind' },
  ])
  const again = await server.call('DELETE', `/admin/comment/${comment._id}?reason=Again`, {
    as: admin,
  })
  expect(again.statusCode).toBe(404)
})

it('a message removed by an administrator, who is not in the space, is told and gone', async () => {
  const space = await makeSpace(server, member)
  await enter(server, bystander, space)
  const said = await say(server, bystander, space, 'Rude words')
  const line = await connect(server, member)
  await remove(`/admin/message/${said._id}`, 'Be kind')
  const path = `/spaces/${space._id}/messages`
  expect((await server.call('GET', path, { as: member })).json()).toEqual([])
  await line.flushed()
  const changes = line.received.filter(({ type }) => type === 'message_changed')
  expect(changes).toMatchObject([{ message: { _id: said._id, isDeleted: true, content: '' } }])
  expect(await texts(bystander)).toEqual([`${MESSAGES.messageRemoved('Garden')}: Be kind`])
  const again = await server.call('DELETE', `/admin/message/${said._id}?reason=Again`, {
    as: admin,
  })
  expect(again.statusCode).toBe(404)
})

describe('in a space', () => {
  it('a message removed by its admin is told to its sender', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, member, space)
    const theirs = await say(server, member, space, 'Rude words')
    const own = await say(server, member, space, 'Never mind')
    const path = (id: string) => `/spaces/${space._id}/messages/${id}`
    await remove(path(theirs._id), 'Be kind')
    await remove(path(own._id), '', member)
    expect(await news(member)).toMatchObject([
      { text: `${MESSAGES.messageRemoved('Garden')}: Be kind`, spaceId: space._id, sender: null },
    ])
  })

  it('a member who is removed is told, once; who leaves is not', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, member, space)
    await enter(server, bystander, space)
    await server.call('POST', `/spaces/${space._id}/leave`, { as: bystander })
    await remove(`/spaces/${space._id}/members/${member.user._id}`, 'You know why')
    await remove(`/spaces/${space._id}/members/${member.user._id}`, 'Again')
    expect(await texts(member)).toEqual([`${MESSAGES.memberRemoved('Garden')}: You know why`])
    expect(await news(bystander)).toEqual([])
  })

  it('its end is told to all its members, and outlasts what led to it', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, member, space)
    const said = await say(server, member, space, 'Rude words')
    await remove(`/spaces/${space._id}/messages/${said._id}`)
    await remove(`/spaces/${space._id}`, 'Winter is coming')
    expect(await news(member)).toMatchObject([
      { text: `${MESSAGES.spaceDeleted('Garden')}: Winter is coming`, spaceId: null, sender: null },
    ])
    expect(await news(admin)).toEqual([])
    expect(await news(bystander)).toEqual([])
  })

  it('a reason that is too long is refused, and nothing is removed', async () => {
    const space = await makeSpace(server, admin)
    const path = `/spaces/${space._id}?reason=${'x'.repeat(201)}`
    const answer = await server.call('DELETE', path, { as: admin })
    expect([answer.statusCode, answer.json().msg]).toEqual([400, MESSAGES.reasonLong])
    expect((await server.call('GET', `/spaces/${space._id}`, { as: admin })).statusCode).toBe(200)
  })
})
