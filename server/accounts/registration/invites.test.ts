import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import { INVITE_DAYS_MAX, type InviteLink, MESSAGES } from '../../../contract/invites.ts'
import { inviteActions } from '../../../tests/actions/invite-actions.ts'
import { codeOf } from '../../../tests/actions/registration-actions.ts'
import { ada, ben, kim, lea } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { newId, newUuid } from '../../platform/ids.ts'
import { deleteEndedInvites } from './invites.ts'

let server: TestServer
let maker: Member
let other: Member
beforeAll(async () => {
  server = await openTestServer()
  maker = await server.join(ada)
  other = await server.join(ben)
})
afterAll(() => server.close())

/** Their token ends long before. */
async function passDays(days: number) {
  server.pass(days * DAY_MS)
  maker = await server.signIn(ada)
}

const { make, list, find, end, open, registerWith, joinWith } = inviteActions(() => ({
  server,
  maker,
}))

describe('an invitation', () => {
  it('rests while who made it is suspended', async () => {
    const made = await make({}, other)
    const subject = `/admin/user/${other.user._id}`
    const suspension = { days: null, text: 'Too loud' }
    await server.call('POST', `${subject}/suspend`, { as: maker, body: suspension })
    expect((await open(codeOf(made))).statusCode).toBe(404)
    expect((await registerWith(kim, codeOf(made))).statusCode).toBe(400)
    await server.call('POST', `${subject}/lift`, { as: maker, body: { text: 'Welcome' } })
    other = await server.signIn(ben)
    expect((await open(codeOf(made))).statusCode).toBe(200)
    await end(made, other)
  })

  it('is five places for two weeks, and its link is kept as a hash only', async () => {
    const made = await make()
    expect(made.url).toMatch(/^https:\/\/snug\.example\.org\/join\/[\w-]{22}$/)
    expect(made.invite).toMatchObject({ uses: 5, joinedCount: 0, isOpen: true, space: null })
    expect(Date.parse(made.invite.until)).toBe(server.services.clock() + 14 * DAY_MS)
    const rows = await server.services.db.selectFrom('invites').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(codeOf(made))
    expect((await open(codeOf(made))).json()).toEqual({
      ...{ inviter: ada.username, inviterId: null, space: null, until: made.invite.until },
    })
    await end(made)
  })

  it.each([
    [{ uses: 0 }, 'uses', MESSAGES.usesInvalid],
    [{ uses: 101 }, 'uses', MESSAGES.usesInvalid],
    [{ note: 'a'.repeat(101) }, 'note', MESSAGES.noteLong],
    [{ until: '2026-01-15T11:59:00Z' }, 'until', MESSAGES.untilInvalid],
    [{ until: '2027-01-16T12:00:00Z' }, 'until', MESSAGES.untilInvalid],
    [{ until: null }, 'until', MESSAGES.untilInvalid],
    [{ spaceId: '77' }, 'spaceId', MESSAGES.spaceInvalid],
  ])('is not made of %j', async (body, field, sentence) => {
    const answer = await server.call('POST', '/invites', { as: maker, body })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: sentence }])
  })

  it('is one of ten open ones, also where many are made at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.call('POST', '/invites', { as: other, body: {} })),
    )
    const made = answers.filter(({ statusCode }) => statusCode === 201)
    expect(made).toHaveLength(10)
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().msg).toBe(
      MESSAGES.tooManyOpen,
    )
    const [first] = made
    if (!first) throw new Error('none was made')
    expect((await end(first.json(), other)).statusCode).toBe(200)
    await make({}, other)
  })

  it('is its maker’s alone', async () => {
    const made = await make({ note: 'For the choir' })
    expect(JSON.stringify(await list(other))).not.toContain('For the choir')
    for (const [method, path] of [
      ['DELETE', `/invites/${made.invite._id}`],
      ['POST', `/invites/${made.invite._id}/link`],
    ] as const) {
      expect((await server.call(method, path, { as: other })).statusCode).toBe(404)
      expect((await server.call(method, path)).statusCode).toBe(401)
    }
    expect((await server.call('GET', '/invites')).statusCode).toBe(401)
    expect((await open(codeOf(made))).body).not.toContain('choir')
    expect((await end(made)).statusCode).toBe(200)
    expect((await open(codeOf(made))).statusCode).toBe(404)
    expect((await end(made)).statusCode).toBe(404)
  })

  it('says to members who makes it, but where a block keeps the two apart', async () => {
    const made = await make()
    const inviterFor = async (as: Member) => (await open(codeOf(made), as)).json().inviterId
    expect([await inviterFor(other), await inviterFor(maker)]).toEqual([
      maker.user._id,
      maker.user._id,
    ])
    for (const [one, another] of [
      [maker, other],
      [other, maker],
    ] as const) {
      const block = `/users/${another.user._id}/block`
      await server.call('PUT', block, { as: one })
      expect(await inviterFor(other)).toBeNull()
      await server.call('DELETE', block, { as: one })
    }
    await end(made)
  })

  it('can get another link, which ends the one before', async () => {
    const made = await make()
    const path = `/invites/${made.invite._id}/link`
    const renewed: InviteLink = (await server.call('POST', path, { as: maker })).json()
    expect((await open(codeOf(made))).statusCode).toBe(404)
    expect((await open(codeOf(renewed))).statusCode).toBe(200)
    expect(renewed.invite).toEqual(made.invite)
    await end(made)
  })
})

it('lists the latest fifty, and of any age what can still be used', async () => {
  const hermit = await server.join({ ...kim, username: 'Hermit', email: 'hermit@example.org' })
  const still = await make({}, hermit)
  const { clock, db } = server.services
  const ended = Array.from({ length: 60 }, () => ({
    ...{ id: newId(), code_hash: newUuid(), maker_id: Number(hermit.user._id), space_id: null },
    ...{ note: '', uses: 5, expires_at: clock() - 1, created_at: clock() },
  }))
  await db.insertInto('invites').values(ended).execute()
  const ids = (await list(hermit)).map(({ _id }) => _id)
  const newest = ended.map(({ id }) => String(id)).reverse()
  expect(ids).toEqual([...newest.slice(0, 49), still.invite._id])
})

describe('an invitation that is over', () => {
  it('lets nobody in, and is forgotten a month later', async () => {
    const made = await make()
    await passDays(14)
    expect((await open(codeOf(made))).statusCode).toBe(404)
    const body = { ...ada, username: 'Late', email: 'late@example.org', invite: codeOf(made) }
    expect((await server.call('POST', '/users/register', { body })).statusCode).toBe(400)
    expect(await find(made)).toMatchObject({ isOpen: false })
    await passDays(30)
    await deleteEndedInvites(server.services)
    expect(await find(made)).toBeUndefined()
  })

  it('comes a year from now at the latest, or before by its maker', async () => {
    const until = new Date(server.services.clock() + INVITE_DAYS_MAX * DAY_MS).toISOString()
    const made = await make({ until })
    await passDays(INVITE_DAYS_MAX - 1)
    await deleteEndedInvites(server.services)
    expect((await open(codeOf(made))).json()).toMatchObject({ inviter: ada.username, until })
    expect(await find(made)).toMatchObject({ until, isOpen: true })
    await end(made)
    expect((await open(codeOf(made))).statusCode).toBe(404)
  })

  it('is that of who left', async () => {
    const leaver = await server.join(lea)
    const made = await make({}, leaver)
    const comer = await joinWith(kim, codeOf(made))
    const invitedBy = async () => {
      const { users } = (await server.call('GET', '/all?q=kim', { as: maker })).json()
      const card = await server.call('GET', `/users/${comer.user._id}/profile`, { as: maker })
      return [users[0].invitedBy, card.json().invitedBy?.username]
    }
    expect(await invitedBy()).toEqual([lea.username, lea.username])
    await server.call('DELETE', '/users/me', { as: leaver })
    expect((await open(codeOf(made))).statusCode).toBe(404)
    expect(await invitedBy()).toEqual([null, undefined])
    const read = server.services.db.selectFrom('users').select('invited_by')
    await expect
      .poll(() => read.where('id', '=', comer.id).executeTakeFirst())
      .toEqual({ invited_by: null })
  })
})
