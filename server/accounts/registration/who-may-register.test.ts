import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { MESSAGES as INVITE_MESSAGES, type Invite } from '../../../contract/invites.ts'
import {
  MESSAGES as REGISTRATION_MESSAGES,
  SERVER_MESSAGES,
} from '../../../contract/registration.ts'
import { registrationActions } from '../../../tests/actions/registration-actions.ts'
import { ada, ben, cleo, ivy } from '../../../tests/people.ts'
import { openScopedTestServer } from '../../../tests/scenes/scoped-test-server.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

// Who may come in, in each of the ways that administrators can choose; who has to wait for it is in
// admission.test.ts.

let server: TestServer
let admin: Member
let member: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  member = await server.join(ben)
})
afterAll(() => server.close())

const { codeOf, decide, invite, letEverybodyIn, register } = registrationActions(() => ({
  ...{ server, admin, member },
}))
beforeEach(letEverybodyIn)

describe('registration that is closed', () => {
  it('lets nobody in, with an invitation neither, and says so by a code of its own', async () => {
    const code = codeOf(await invite())
    await decide({ registration: 'closed' })
    for (const body of [cleo, { ...cleo, invite: code }]) {
      const answer = await register(body)
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'registration_closed'])
      expect(answer.json().msg).toBe(REGISTRATION_MESSAGES.registrationClosed)
    }
    expect((await server.call('GET', `/invitations/${code}`)).statusCode).toBe(404)
  })

  it('has nobody make an invitation, or a new link for one, and lets those rest that are there', async () => {
    const { _id } = (await invite(admin)).invite
    const listed = async (): Promise<Invite | undefined> =>
      (await server.call('GET', '/invites', { as: admin }))
        .json<Invite[]>()
        .find((one) => one._id === _id)
    const mayInvite = async (as: Member) =>
      (await server.call('GET', '/users/user', { as })).json<CurrentUser>().mayInvite
    expect([await mayInvite(member), await mayInvite(admin)]).toEqual([true, true])
    expect(await listed()).toMatchObject({ isOpen: true, isResting: false })
    await decide({ registration: 'closed' })
    for (const [as, path] of [
      [member, '/invites'],
      [admin, '/invites'],
      [admin, `/invites/${_id}/link`],
    ] as const) {
      const answer = await server.call('POST', path, { as, body: {} })
      expect([answer.statusCode, answer.json().msg]).toEqual([403, INVITE_MESSAGES.nobodyComesIn])
    }
    expect([await mayInvite(member), await mayInvite(admin)]).toEqual([false, false])
    expect(await listed()).toMatchObject({ isOpen: false, isResting: true })
    await decide({ registration: 'invite' })
    expect(await listed()).toMatchObject({ isOpen: true, isResting: false })
  })
})

describe('registration by invitation', () => {
  it('lets in who has one, and nobody else', async () => {
    const code = codeOf(await invite())
    await decide({ registration: 'invite' })
    const without = await register(cleo)
    expect([without.statusCode, without.json().msg]).toEqual([
      403,
      REGISTRATION_MESSAGES.invitationNeeded,
    ])
    expect((await register({ ...cleo, invite: 'made-up' })).statusCode).toBe(400)
    expect((await register({ ...cleo, invite: code })).statusCode).toBe(201)
    await server.verify(cleo)
    await server.signIn(cleo)
  })

  it('is by administrators alone where they say so, also for links that were made before', async () => {
    const [ofMember, ofAdmin] = [await invite(), await invite(admin)]
    await decide({ registration: 'invite', whoMayInvite: 'admins' })
    const answer = await server.call('POST', '/invites', { as: member, body: {} })
    expect(answer.statusCode).toBe(403)
    const renewal = `/invites/${ofMember.invite._id}/link`
    expect((await server.call('POST', renewal, { as: member })).statusCode).toBe(403)
    for (const [as, mayInvite] of [
      [member, false],
      [admin, true],
    ] as const) {
      const record = (await server.call('GET', '/users/user', { as })).json<CurrentUser>()
      expect(record.mayInvite).toBe(mayInvite)
      const [first] = (await server.call('GET', '/invites', { as })).json<Invite[]>()
      expect(first).toMatchObject({ isOpen: mayInvite, isResting: !mayInvite })
    }
    expect((await server.call('GET', `/invitations/${codeOf(ofMember)}`)).statusCode).toBe(404)
    expect((await register({ ...ivy, invite: codeOf(ofMember) })).statusCode).toBe(400)
    expect((await register({ ...ivy, invite: codeOf(ofAdmin) })).statusCode).toBe(201)
  })
})

describe('a blocked mail domain', () => {
  it('stands for all below it, and for no other', async () => {
    await decide({ blockedMailDomains: ['mail.test'] })
    for (const domain of ['mail.test', 'MAIL.test', 'a.b.mail.test']) {
      const answer = await register({ ...cleo, email: `cleo@${domain}`, username: 'Blocked' })
      expect(answer.json().fields, domain).toEqual({
        email: SERVER_MESSAGES.mailDomainBlocked,
      })
    }
    const near = { ...cleo, email: 'cleo@gmail.test', username: 'Near' }
    expect((await register(near)).statusCode).toBe(201)
    await decide({ blockedMailDomains: [] })
  })
})

describe.each(['closed', 'invite', 'approval'])('where registration is %s', (registration) => {
  it('whoever has the link of the terminal becomes the first administrator', async () => {
    const fresh = await openScopedTestServer()
    await fresh.services.db
      .insertInto('community')
      .values({ key: 'registration', value: JSON.stringify(registration) })
      .execute()
    expect((await fresh.join(ada)).user).toMatchObject({ isAdmin: true, userNumber: 1 })
  })

  it('so does who comes first on one’s own machine', async () => {
    const environment = { PUBLIC_URL: 'http://127.0.0.1:3000' }
    const fresh = await openScopedTestServer({ environment })
    await fresh.services.db
      .insertInto('community')
      .values({ key: 'registration', value: JSON.stringify(registration) })
      .execute()
    expect((await fresh.join(ada)).user).toMatchObject({ isAdmin: true, userNumber: 1 })
  })
})
