import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ASK_AGAIN_AFTER_MS, type JoinRequest } from '../../../contract/join-requests.ts'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import {
  ask,
  chat,
  enter,
  GARDEN,
  lookAt,
  makeSpace,
} from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let admin: Member
let guest: Member
let stranger: Member
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  guest = await server.join(ben)
  stranger = await server.join(cleo)
})
afterEach(() => server.close())

const join = (as: Member, space: Space) => server.call('POST', `/spaces/${space._id}/join`, { as })
const leave = (as: Member, space: Space) =>
  server.call('POST', `/spaces/${space._id}/leave`, { as })
const remove = (as: Member, space: Space, userId: string) =>
  server.call('DELETE', `/spaces/${space._id}/members/${userId}`, { as })
const request = (as: Member, space: Space, message = '') =>
  server.call('POST', '/join-requests', { as, body: { spaceId: space._id, message } })
const answer = (as: Member, { _id }: JoinRequest, call: 'approve' | 'deny', adminResponse = '') =>
  server.call('PATCH', `/join-requests/${_id}/${call}`, { as, body: { adminResponse } })
const news = async (as: Member) => (await server.call('GET', '/notifications', { as })).json()
const waiting = async (as: Member, space: Space): Promise<JoinRequest[]> =>
  (await server.call('GET', `/join-requests/space/${space._id}`, { as })).json()
const own = async (as: Member): Promise<JoinRequest[]> =>
  (await server.call('GET', '/join-requests/my-requests', { as })).json()
const NOWHERE = { _id: MISSING_ID } as Space

describe('a public space', () => {
  it('is joined at once and left again, and repeating either changes nothing', async () => {
    const space = await makeSpace(server, admin)
    for (let time = 0; time < 2; time++) {
      const joined = await join(guest, space)
      expect([joined.statusCode, joined.json()]).toMatchObject([
        200,
        { isMember: true, isAdmin: false, memberCount: 2 },
      ])
      expect(joined.json().members.map((member: { username: string }) => member.username)).toEqual([
        'Ada',
        'Ben',
      ])
    }
    for (let time = 0; time < 2; time++) {
      expect((await leave(guest, space)).statusCode).toBe(200)
      expect(await lookAt(server, guest, space)).toMatchObject({ isMember: false, memberCount: 1 })
    }
  })

  it('is refused when full, but not to who is in it', async () => {
    const space = await makeSpace(server, admin, { maxMembers: 2 })
    await enter(server, guest, space)
    const refused = await join(stranger, space)
    expect([refused.statusCode, refused.json().message]).toEqual([409, MESSAGES.full])
    expect((await join(guest, space)).statusCode).toBe(200)
    await leave(guest, space)
    expect((await join(stranger, space)).statusCode).toBe(200)
  })

  it('is not left by its admin', async () => {
    const space = await makeSpace(server, admin)
    const refused = await leave(admin, space)
    expect([refused.statusCode, refused.json().message]).toEqual([409, MESSAGES.adminCannotLeave])
    expect((await lookAt(server, admin, space)).memberCount).toBe(1)
  })

  it('takes no requests', async () => {
    const space = await makeSpace(server, admin)
    const refused = await request(guest, space)
    expect([refused.statusCode, refused.json().message]).toEqual([400, MESSAGES.isPublic])
  })

  it('may be none', async () => {
    expect((await join(guest, NOWHERE)).statusCode).toBe(404)
    expect((await leave(guest, NOWHERE)).statusCode).toBe(404)
    expect((await request(guest, NOWHERE)).statusCode).toBe(404)
    expect((await remove(guest, NOWHERE, admin.user._id)).statusCode).toBe(404)
    expect((await server.call('GET', `/spaces/${NOWHERE._id}`, { as: guest })).statusCode).toBe(404)
    const requests = `/join-requests/space/${NOWHERE._id}`
    expect((await server.call('GET', requests, { as: guest })).statusCode).toBe(404)
  })
})

describe('removing a member', () => {
  it('is for the admin, who cannot remove themself', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, guest, space)
    await enter(server, stranger, space)
    expect((await remove(guest, space, stranger.user._id)).statusCode).toBe(403)
    expect((await remove(admin, space, admin.user._id)).statusCode).toBe(409)
    for (let time = 0; time < 2; time++) {
      expect((await remove(admin, space, guest.user._id)).statusCode).toBe(200)
      expect((await lookAt(server, guest, space)).memberCount).toBe(2)
    }
    const messages = await server.call('GET', `/spaces/${space._id}/messages`, { as: guest })
    expect(messages.statusCode).toBe(403)
  })
})

describe('a private space', () => {
  let space: Space
  beforeEach(async () => {
    space = await makeSpace(server, admin, { isPrivate: true, maxMembers: 2 })
  })

  it('is not joined directly', async () => {
    const refused = await join(guest, space)
    expect([refused.statusCode, refused.json().message]).toEqual([403, MESSAGES.isPrivate])
    expect(await lookAt(server, guest, space)).toMatchObject({ isMember: false, memberCount: 1 })
  })

  it('is asked for once, and its admin is told', async () => {
    const asked = await ask(server, guest, space, ' Please? ')
    expect(asked).toMatchObject({
      space: { _id: space._id, name: 'Garden' },
      user: { username: 'Ben', userNumber: 2 },
      message: 'Please?',
      status: 'pending',
      adminResponse: '',
    })
    const again = await request(guest, space)
    expect([again.statusCode, again.json().message]).toEqual([409, MESSAGES.alreadyAsked])
    expect(await waiting(admin, space)).toEqual([asked])
    expect(await own(guest)).toEqual([asked])
    expect((await lookAt(server, guest, space)).requestPending).toBe(true)
    expect((await lookAt(server, admin, space)).pendingRequests).toBe(1)
    expect(await news(admin)).toMatchObject([
      { type: 'join_request', sender: { username: 'Ben' }, spaceId: space._id },
    ])
    const own409 = await request(admin, space)
    expect([own409.statusCode, own409.json().message]).toEqual([409, MESSAGES.alreadyMember])
  })

  it('is opened by its admin, once, and who asked is told', async () => {
    const asked = await ask(server, guest, space)
    for (let time = 0; time < 2; time++) {
      const approved = await answer(admin, asked, 'approve', 'Welcome!')
      expect([approved.statusCode, approved.json().joinRequest]).toMatchObject([
        200,
        { _id: asked._id, status: 'approved', adminResponse: 'Welcome!' },
      ])
    }
    expect(await lookAt(server, guest, space)).toMatchObject({ isMember: true, memberCount: 2 })
    expect(await chat(server, guest, space)).toEqual([])
    expect(await waiting(admin, space)).toEqual([])
    expect(await news(guest)).toMatchObject([
      { type: 'other', text: `${MESSAGES.wasApproved('Garden')}: Welcome!`, spaceId: space._id },
    ])
    expect(await news(admin)).toEqual([])
    expect((await answer(admin, asked, 'deny')).statusCode).toBe(409)
    expect((await request(guest, space)).json().message).toBe(MESSAGES.alreadyMember)
  })

  it('stays closed to who was denied, for a day', async () => {
    const asked = await ask(server, guest, space)
    for (let time = 0; time < 2; time++)
      expect((await answer(admin, asked, 'deny')).statusCode).toBe(200)
    expect(await news(guest)).toMatchObject([{ type: 'other', text: MESSAGES.wasDenied('Garden') }])
    expect((await answer(admin, asked, 'approve')).statusCode).toBe(409)
    server.pass(ASK_AGAIN_AFTER_MS - 1)
    guest = await server.signIn(ben)
    admin = await server.signIn(ada)
    const { askAgainAt, requestPending } = await lookAt(server, guest, space)
    expect(requestPending).toBe(false)
    const refused = await request(guest, space)
    expect([refused.statusCode, refused.json().message]).toEqual([409, MESSAGES.askLater])
    server.pass(1)
    const anew = await ask(server, guest, space, 'Once more')
    expect(Date.parse(askAgainAt ?? '')).toBe(Date.parse(anew.createdAt))
    expect(await waiting(admin, space)).toEqual([anew])
    expect((await lookAt(server, guest, space)).askAgainAt).toBeNull()
  })

  it('tells nobody outside that it is full: who joins is told that it is private', async () => {
    const first = await ask(server, guest, space)
    expect((await answer(admin, first, 'approve')).statusCode).toBe(200)
    const refused = await join(stranger, space)
    expect([refused.statusCode, refused.json().message]).toEqual([403, MESSAGES.isPrivate])
  })

  it('keeps a request waiting while it is full', async () => {
    const [first, second] = [await ask(server, guest, space), await ask(server, stranger, space)]
    expect((await answer(admin, first, 'approve')).statusCode).toBe(200)
    const full = await answer(admin, second, 'approve')
    expect([full.statusCode, full.json().message]).toEqual([409, MESSAGES.full])
    expect(await waiting(admin, space)).toEqual([second])
    expect(await news(stranger)).toEqual([])
    await remove(admin, space, guest.user._id)
    expect((await answer(admin, second, 'approve')).statusCode).toBe(200)
  })

  it('has requests that only its admin sees and answers', async () => {
    const first = await ask(server, guest, space)
    await answer(admin, first, 'approve')
    const second = await ask(server, stranger, space)
    const list = `/join-requests/space/${space._id}`
    for (const as of [guest, stranger])
      expect((await server.call('GET', list, { as })).statusCode).toBe(403)
    expect((await answer(guest, second, 'approve')).statusCode).toBe(403)
    expect((await answer(stranger, second, 'approve')).statusCode).toBe(403)
    expect((await answer(stranger, first, 'deny')).statusCode).toBe(404)
    const elsewhere = await makeSpace(server, stranger, { isPrivate: true })
    const third = await ask(server, guest, elsewhere)
    expect((await answer(admin, third, 'approve')).statusCode).toBe(404)
    expect(await waiting(admin, space)).toEqual([second])
  })

  it('does not show its admin who is suspended, until they are back', async () => {
    const space = await makeSpace(server, guest, { isPrivate: true })
    await request(stranger, space, 'Please')
    const path = `/admin/user/${stranger.user._id}`
    await server.call('POST', `${path}/suspend`, { as: admin, body: { days: 7, text: 'Be kind' } })
    expect(await waiting(guest, space)).toEqual([])
    expect(await lookAt(server, guest, space)).toMatchObject({ pendingRequests: 0 })
    await server.call('POST', `${path}/lift`, { as: admin, body: { text: 'Welcome' } })
    expect(await waiting(guest, space)).toMatchObject([{ message: 'Please' }])
    expect(await lookAt(server, guest, space)).toMatchObject({ pendingRequests: 1 })
  })

  it('is asked no more by who takes the request back', async () => {
    const withdraw = (as: Member, { _id }: JoinRequest) =>
      server.call('DELETE', `/join-requests/${_id}`, { as })
    const asked = await ask(server, guest, space)
    expect((await withdraw(stranger, asked)).statusCode).toBe(404)
    expect((await withdraw(admin, asked)).statusCode).toBe(403)
    expect((await withdraw(guest, asked)).statusCode).toBe(200)
    expect((await withdraw(guest, asked)).statusCode).toBe(404)
    expect([await waiting(admin, space), await own(guest), await news(admin)]).toEqual([[], [], []])
    const again = await ask(server, guest, space)
    await answer(admin, again, 'deny')
    expect((await withdraw(guest, again)).statusCode).toBe(409)
    expect((await request(guest, space)).json().message).toBe(MESSAGES.askLater)
  })

  it('may become public while requests wait: they can be answered, or one just joins', async () => {
    const [first] = [await ask(server, guest, space), await ask(server, stranger, space)]
    const body = { ...GARDEN, isPrivate: false }
    await server.call('PUT', `/spaces/${space._id}`, { as: admin, body })
    expect((await answer(admin, first, 'approve')).statusCode).toBe(200)
    expect((await join(stranger, space)).statusCode).toBe(200)
    expect(await waiting(admin, space)).toEqual([])
    expect(await news(admin)).toEqual([])
  })
})
