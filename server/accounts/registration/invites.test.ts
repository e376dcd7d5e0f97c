import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  INVITE_DAYS_MAX,
  type Invite,
  type InviteLink,
  MESSAGES,
} from '../../../contract/invites.ts'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../../contract/registration.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../../contract/space-invitations.ts'
import { ada, ben, cleo, ivy, jon, kim, lea, max, others } from '../../../tests/people.ts'
import { enter, lookAt, makeSpace } from '../../../tests/space-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { newId, newUuid } from '../../platform/ids.ts'
import { deleteEndedInvites } from './invites.ts'
import { deleteUnverifiedRegistrations } from './registration.ts'

const DAY_MS = 24 * 60 * 60_000

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

const make = async (body: object = {}, as = maker): Promise<InviteLink> => {
  const answer = await server.call('POST', '/invites', { as, body })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
const codeOf = ({ url }: InviteLink) => url.slice(url.lastIndexOf('/') + 1)
const list = async (as = maker): Promise<Invite[]> =>
  (await server.call('GET', '/invites', { as })).json()
const find = async ({ invite }: InviteLink) => (await list()).find(({ _id }) => _id === invite._id)
const end = ({ invite }: InviteLink, as = maker) =>
  server.call('DELETE', `/invites/${invite._id}`, { as })
const open = (code: string) => server.call('GET', `/invitations/${code}`)
const registerWith = (person: typeof ada, code: string) =>
  server.call('POST', '/users/register', { body: { ...person, invite: code } })

async function joinWith(person: typeof ada, code: string): Promise<Member> {
  const earlierMails = server.mails.filter(({ to }) => to === person.email).length
  const answer = await registerWith(person, code)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  await server.verify(person, earlierMails)
  return server.signIn(person)
}

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
      ...{ inviter: ada.username, space: null, until: made.invite.until },
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

describe('who comes by an invitation', () => {
  it('finds the request of who invited them, and the space it leads to', async () => {
    const den = await makeSpace(server, maker, { name: 'Den', isPrivate: true })
    const made = await make({ spaceId: den._id, uses: null })
    expect((await open(codeOf(made))).json().space).toEqual({ _id: den._id, name: 'Den' })
    const comer = await joinWith(cleo, codeOf(made))
    const requests = await server.call('GET', '/users/friend-requests', { as: comer })
    expect(requests.json()).toMatchObject([{ _id: maker.user._id }])
    const spaces = await server.call('GET', '/spaces/my-spaces', { as: comer })
    expect(spaces.json()).toMatchObject([{ name: 'Den' }])
    const [news] = (await server.call('GET', '/notifications', { as: maker })).json()
    expect(news).toMatchObject({ type: 'other', text: MESSAGES.cameIn(cleo.username) })
    expect(await find(made)).toMatchObject({
      ...{ joinedCount: 1, waitingCount: 0, isOpen: true, members: [{ username: cleo.username }] },
    })
    const path = `/users/friend-request/${maker.user._id}/accept`
    expect((await server.call('POST', path, { as: comer })).statusCode).toBe(200)
    const cardTo = async (as: Member) =>
      (await server.call('GET', `/users/${comer.user._id}/profile`, { as })).json().invitedBy
    expect(await cardTo(comer)).toMatchObject({ username: maker.username })
    expect(await cardTo(other)).toBeNull()
    await end(made)
  })

  it('is invited to a space that would not let them in any more, and may come later', async () => {
    const [cellar, nook, attic] = await Promise.all([
      makeSpace(server, other, { name: 'Cellar' }),
      makeSpace(server, maker, { name: 'Nook', maxMembers: 2 }),
      makeSpace(server, other, { name: 'Attic' }),
    ])
    for (const space of [cellar, attic]) await enter(server, maker, space)
    const links: InviteLink[] = []
    for (const { _id: spaceId } of [cellar, nook, attic]) links.push(await make({ spaceId }))
    const [toCellar, toNook, toAttic] = links as [InviteLink, InviteLink, InviteLink]
    for (const link of links) expect((await open(codeOf(link))).json().space).not.toBeNull()
    const body = { ...cellar, isPrivate: true }
    await server.call('PUT', `/spaces/${cellar._id}`, { as: other, body })
    await enter(server, other, nook)
    await server.call('POST', `/spaces/${attic._id}/leave`, { as: maker })
    const refused = await server.call('POST', '/invites', {
      ...{ as: maker, body: { spaceId: cellar._id } },
    })
    expect(refused.json().fields).toEqual({ spaceId: MESSAGES.spaceInvalid })
    const invited = (to: string) => SPACE_MESSAGES.invited(maker.user.username, to)
    for (const [person, made, news] of [
      [ivy, toCellar, [invited('Cellar')]],
      [jon, toNook, [invited('Nook')]],
      [max, toAttic, []],
    ] as const) {
      expect((await open(codeOf(made))).json().space).toBeNull()
      const comer = await joinWith(person, codeOf(made))
      const spaces = await server.call('GET', '/spaces/my-spaces', { as: comer })
      expect(spaces.json()).toEqual([])
      const told = (await server.call('GET', '/notifications', { as: comer })).json()
      const texts = told.flatMap(({ type, text }: { type: string; text: string }) =>
        type === 'other' ? text : [],
      )
      expect(texts).toEqual(news)
      await end(made)
    }
    // It outlasts that the two become friends, and ends with their friendship.
    const comer = await server.signIn(ivy)
    const accept = `/users/friend-request/${maker.user._id}/accept`
    expect((await server.call('POST', accept, { as: comer })).statusCode).toBe(200)
    expect(await lookAt(server, comer, cellar)).toMatchObject({
      ...{ isInvited: false, isInvitedByMember: true },
    })
    await server.call('DELETE', `/users/friend/${maker.user._id}`, { as: comer })
    expect((await lookAt(server, comer, cellar)).isInvitedByMember).toBe(false)
  })

  it('is never one too many, however many register at once', async () => {
    const made = await make({ uses: 2 })
    const answers = await Promise.all(others.map((person) => registerWith(person, codeOf(made))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 400, 400, 400])
    const refused = answers.find(({ statusCode }) => statusCode === 400)
    expect(refused?.json().fields).toEqual({ invite: REGISTRATION_MESSAGES.invitationEnded })
    expect((await open(codeOf(made))).statusCode).toBe(404)
    expect(await find(made)).toMatchObject({ joinedCount: 0, waitingCount: 2, isOpen: false })
    // One of the two comes in; the other never verifies, and their place is free again.
    const placed = others.filter((_, index) => answers[index]?.statusCode === 201)
    await server.verify(placed[0] as (typeof others)[number])
    await passDays(2)
    await deleteUnverifiedRegistrations(server.services)
    expect(await find(made)).toMatchObject({ joinedCount: 1, waitingCount: 0, isOpen: true })
    await joinWith(kim, codeOf(made))
    expect(await find(made)).toMatchObject({ joinedCount: 2, isOpen: false })
    // Who leaves later gives no place back.
    await server.call('DELETE', '/users/me', { as: await server.signIn(kim) })
    expect((await registerWith(lea, codeOf(made))).statusCode).toBe(400)
  })

  it('needs no invitation that still works once they have registered', async () => {
    const made = await make({ uses: 1 })
    const mistyped = { ...lea, email: 'lee@example.org' }
    expect((await registerWith(mistyped, codeOf(made))).statusCode).toBe(201)
    // The only place is theirs, and goes with them to the right address.
    expect((await open(codeOf(made))).statusCode).toBe(404)
    expect((await registerWith(lea, codeOf(made))).statusCode).toBe(201)
    await end(made)
    await server.verify(lea)
    const comer = await server.signIn(lea)
    const requests = await server.call('GET', '/users/friend-requests', { as: comer })
    expect(requests.json()).toMatchObject([{ _id: maker.user._id }])
  })
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
    const leaver = await server.signIn(lea)
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
