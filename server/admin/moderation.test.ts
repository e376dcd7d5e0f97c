import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminActEntry } from '../../contract/admin.ts'
import { MESSAGES } from '../../contract/removal.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

const REASON = 'It is against the rules'

let server: TestServer
let admin: Member
let member: Member
let other: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  member = await server.join(ben)
  other = await server.join(cleo)
})
afterAll(() => server.close())
beforeEach(async () => {
  member = await server.signIn(ben)
})

const moderate = (path: string, { as = admin, reason = REASON } = {}) =>
  server.call('DELETE', `/admin/${path}?${new URLSearchParams({ reason })}`, { as })
const told = async (as: Member) =>
  (await server.call('GET', '/notifications', { as })).json()[0]?.text
const lastAct = async () => (await server.call('GET', '/admin/acts', { as: admin })).json()[0]

it('a space is removed for all at once, who are told why', async () => {
  const space = await makeSpace(server, member)
  await enter(server, other, space)
  await say(server, other, space, 'Rude words')
  const line = await connect(server, other)
  expect((await moderate(`space/${space._id}`)).statusCode).toBe(200)
  expect((await line.next('space_left')).spaceId).toBe(space._id)
  for (const one of [member, other]) {
    expect((await server.call('GET', `/spaces/${space._id}`, { as: one })).statusCode).toBe(404)
    expect(await told(one)).toBe(`${MESSAGES.spaceRemoved('Garden')}: ${REASON}`)
  }
  expect(await told(admin)).toBeUndefined()
  expect(await lastAct()).toMatchObject({ act: 'remove_space', memberNumber: 2, reason: REASON })
  expect((await moderate(`space/${space._id}`)).statusCode).toBe(404)
})

it('a photo is removed wherever it is shown, and its owner is told why', async () => {
  await post(server, member, 'With my photo')
  const photo = { name: 'profilePhoto', filename: 'me.png', bytes: await testImage() }
  await server.call('PUT', '/users/profile', { as: member, body: form({}, photo) })
  const shown = async () =>
    (await server.call('GET', '/posts/public', { as: other })).json().posts[0].user.profilePhoto
  const address = await shown()
  const { pathname } = new URL(address, 'https://snug.example.org')
  expect((await server.call('GET', '', { url: pathname })).statusCode).toBe(200)
  const line = await connect(server, member)
  expect((await moderate(`user/${member.user._id}/photo`)).statusCode).toBe(200)
  await line.next('account_changed')
  expect(await shown()).toBeNull()
  await expect
    .poll(async () => (await server.call('GET', '', { url: pathname })).statusCode)
    .toBe(404)
  expect(await told(member)).toBe(`${MESSAGES.photoRemoved}: ${REASON}`)
  expect(await lastAct()).toMatchObject({ act: 'remove_photo', memberNumber: 2, reason: REASON })
  expect((await moderate(`user/${member.user._id}/photo`)).statusCode).toBe(404)
})

it('all sessions of a member end, who can sign in again and reads why', async () => {
  const elsewhere = await server.signIn(ben)
  const line = await connect(server, elsewhere)
  expect((await moderate(`user/${member.user._id}/sessions`)).statusCode).toBe(200)
  await line.closed
  for (const session of [member, elsewhere])
    expect((await server.call('GET', '/users/user', { as: session })).statusCode).toBe(401)
  expect((await server.call('GET', '/users/user', { as: other })).statusCode).toBe(200)
  expect(await told(await server.signIn(ben))).toBe(`${MESSAGES.signedOut}: ${REASON}`)
  expect(await lastAct()).toMatchObject({ act: 'end_sessions', memberNumber: 2, reason: REASON })
})

describe('every one of them', () => {
  const paths = ['space', 'comment', 'message'].map((kind) => `${kind}/${MISSING_ID}`)
  const all = [...paths, `user/${MISSING_ID}/photo`, `user/${MISSING_ID}/sessions`]

  it.each(all)('asks for a reason, and finds nothing where nothing is: %s', async (path) => {
    for (const reason of ['', '  ']) {
      const refused = await moderate(path, { reason })
      expect([refused.statusCode, refused.json().message]).toEqual([400, MESSAGES.reasonMissing])
    }
    expect((await server.call('DELETE', `/admin/${path}`, { as: admin })).statusCode).toBe(400)
    expect((await moderate(path, { reason: 'x'.repeat(201) })).statusCode).toBe(400)
    expect((await moderate(path)).statusCode).toBe(404)
    expect((await moderate(path, { as: member })).statusCode).toBe(403)
  })
})

it('the log is read by act, by administrator and by member', async () => {
  await moderate(`user/${other.user._id}/sessions`)
  other = await server.signIn(cleo)
  const log = async (query: object) => {
    const path = `/admin/acts?${new URLSearchParams(Object.entries(query))}`
    const entries: AdminActEntry[] = (await server.call('GET', path, { as: admin })).json()
    return entries.map(({ act, memberNumber }) => `${act} ${memberNumber}`)
  }
  expect(await log({ member: 3 })).toEqual(['end_sessions 3'])
  expect(await log({ member: 2, act: 'end_sessions' })).toEqual(['end_sessions 2'])
  expect(await log({ admin: member.user._id })).toEqual([])
  expect(await log({ admin: admin.user._id, member: 3 })).toEqual(['end_sessions 3'])
  for (const query of ['act=nothing', 'member=0', 'member=x', 'admin=x']) {
    const refused = await server.call('GET', `/admin/acts?${query}`, { as: admin })
    expect([query, refused.statusCode]).toEqual([query, 400])
  }
})
