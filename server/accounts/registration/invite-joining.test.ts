import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import { type InviteLink, MESSAGES } from '../../../contract/invites.ts'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../../contract/registration.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../../contract/space-invitations.ts'
import { inviteActions } from '../../../tests/actions/invite-actions.ts'
import { codeOf } from '../../../tests/actions/registration-actions.ts'
import { enter, lookAt, makeSpace } from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo, ivy, jon, kim, lea, max, others } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { deleteUnverifiedRegistrations } from './registration.ts'

let server: TestServer
let maker: Member
let other: Member
beforeAll(async () => {
  server = await openTestServer()
  maker = await server.join(ada)
  other = await server.join(ben)
})
afterAll(() => server.close())

const { make, find, end, open, registerWith, joinWith } = inviteActions(() => ({ server, maker }))

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
    server.pass(2 * DAY_MS)
    maker = await server.signIn(ada)
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
