import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES as MENTION_MESSAGES } from '../../../contract/mentions.ts'
import { MESSAGES } from '../../../contract/space-invitations.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { ask, chat, enter, lookAt, makeSpace } from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo, ivy, jon, others, type Person } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

const [dora, emil] = others as [Person, Person]

let server: TestServer
let admin: Member
let guest: Member
let friend: Member
let muter: Member
let stranger: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  guest = await server.join(ben)
  friend = await server.join(cleo)
  muter = await server.join(dora)
  stranger = await server.join(emil)
  for (const one of [admin, guest]) await befriend(server, one, friend)
})
afterAll(() => server.close())

const told = async (as: Member, word: string): Promise<string[]> =>
  (await server.call('GET', '/notifications', { as }))
    .json()
    .map(({ text }: { text: string }) => text)
    .filter((text: string) => text.includes(word))
const invite = (as: Member, space: { _id: string }, ...people: Member[]) =>
  server.call('POST', `/spaces/${space._id}/invitations`, {
    as,
    body: { userIds: people.map(({ user }) => user._id) },
  })
const join = (as: Member, { _id }: { _id: string }) =>
  server.call('POST', `/spaces/${_id}/join`, { as })

it('friends are invited once: the admin’s invitation lets into a private space, another’s not', async () => {
  const space = await makeSpace(server, admin, { name: 'Cellar' })
  await enter(server, guest, space)
  const body = { name: 'Cellar', description: 'Quiet', isPrivate: true }
  await server.call('PUT', `/spaces/${space._id}`, { as: admin, body })
  expect((await invite(stranger, space, friend)).statusCode).toBe(403)
  const refused = await invite(guest, space, stranger)
  expect([refused.statusCode, refused.json().message]).toEqual([403, MESSAGES.friendsOnly])

  const newsOf = async (as: Member) => (await server.call('GET', '/notifications', { as })).json()
  expect((await invite(guest, space, friend)).statusCode).toBe(200)
  const before = await newsOf(friend)
  server.pass(1_000)
  expect((await invite(guest, space, friend)).statusCode).toBe(200)
  // Not even as of now, and unread once more.
  expect(await newsOf(friend)).toEqual(before)
  expect(await told(friend, 'Cellar')).toEqual([MESSAGES.invited('Ben', 'Cellar')])
  expect((await join(friend, space)).statusCode).toBe(403)
  expect(await lookAt(server, friend, space)).toMatchObject({
    ...{ isInvited: false, isInvitedByMember: true },
  })
  // The refusal took nothing of it away.
  await invite(admin, space, friend)
  expect(await told(friend, 'Cellar')).toEqual([MESSAGES.invited('Ada', 'Cellar', 1)])
  expect((await lookAt(server, friend, space)).isInvited).toBe(true)
  expect((await join(stranger, space)).statusCode).toBe(403)
  expect((await join(friend, space)).json()).toMatchObject({ isMember: true, isInvited: false })
  // Used up: who was taken out does not come back by it.
  const takeOut = () =>
    server.call('DELETE', `/spaces/${space._id}/members/${friend.user._id}`, { as: admin })
  await takeOut()
  expect((await join(friend, space)).statusCode).toBe(403)
  // Nor who came by asking, though they were invited.
  await invite(admin, space, friend)
  await invite(guest, space, friend)
  const request = await ask(server, friend, space)
  // The admin reads who brought them.
  const waiting = async () =>
    (await server.call('GET', `/join-requests/space/${space._id}`, { as: admin })).json()
  expect(await waiting()).toMatchObject([{ _id: request._id, invitedBy: 'Ada', inviterCount: 2 }])
  // But nobody with whom a block stands.
  await server.call('PUT', `/users/${guest.user._id}/block`, { as: admin })
  expect(await waiting()).toMatchObject([{ invitedBy: 'Ada', inviterCount: 1 }])
  await server.call('DELETE', `/users/${guest.user._id}/block`, { as: admin })
  await server.call('PATCH', `/join-requests/${request._id}/approve`, { as: admin, body: {} })
  expect((await lookAt(server, friend, space)).isMember).toBe(true)
  await takeOut()
  expect((await join(friend, space)).statusCode).toBe(403)
})

it('several inviters are one piece of news, which says when it was accepted, as do their own', async () => {
  const space = await makeSpace(server, admin, { name: 'Orchard' })
  const quiet = await server.join(jon)
  for (const one of [guest, muter, quiet]) await enter(server, one, space)
  for (const one of [muter, quiet]) await befriend(server, one, friend)
  const mute = { as: friend, body: { until: null } }
  await server.call('PUT', `/users/${muter.user._id}/mute`, mute)
  const hearer = await connect(server, friend)
  await invite(guest, space, friend)
  expect(await told(friend, 'Orchard')).toEqual([MESSAGES.invited('Ben', 'Orchard')])
  // Whom they muted is neither named nor counted, and takes nobody else's news away.
  await invite(muter, space, friend)
  expect(await told(friend, 'Orchard')).toEqual([MESSAGES.invited('Ben', 'Orchard')])
  await Promise.all([invite(admin, space, friend), invite(quiet, space, friend)])
  const [news, ...more] = await told(friend, 'Orchard')
  expect([MESSAGES.invited('Ada', 'Orchard', 2), MESSAGES.invited('Jon', 'Orchard', 2)]).toContain(
    news,
  )
  expect(more).toEqual([])
  await hearer.flushed()
  const heard = hearer.received.flatMap((event) =>
    event.type === 'notification' ? event.notification.text : [],
  )
  expect([heard[0], heard.length, heard.at(-1)]).toEqual([
    ...[MESSAGES.invited('Ben', 'Orchard'), 3, news],
  ])

  expect((await join(friend, space)).statusCode).toBe(200)
  const list = await server.call('GET', '/notifications', { as: friend })
  expect(list.json()[0]).toMatchObject({ text: `${news}. You accepted.`, read: true })
  for (const one of [admin, guest, quiet])
    expect(await told(one, 'Orchard')).toEqual([MESSAGES.accepted('Cleo', 'Orchard')])
  // Each hears it once, and nobody who did not invite them.
  await join(friend, space)
  expect(await told(guest, 'Orchard')).toHaveLength(1)
  expect(await told(stranger, 'Orchard')).toEqual([])
  expect((await lookAt(server, friend, space)).isInvited).toBe(false)
})

it('who left the space, or is a friend no more, hears nothing of who came', async () => {
  const space = await makeSpace(server, admin, { name: 'Meadow' })
  for (const one of [guest, stranger]) await enter(server, one, space)
  await befriend(server, stranger, friend)
  for (const one of [guest, stranger]) await invite(one, space, friend)
  expect(await told(friend, 'Meadow')).toEqual([MESSAGES.invited('Emil', 'Meadow', 1)])
  await server.call('POST', `/spaces/${space._id}/leave`, { as: guest })
  await server.call('DELETE', `/users/friend/${stranger.user._id}`, { as: friend })
  await join(friend, space)
  for (const one of [guest, stranger]) expect(await told(one, 'Meadow')).toEqual([])
})

it('an invitation ends with the friendship it came of', async () => {
  const space = await makeSpace(server, admin, { name: 'Attic', isPrivate: true })
  await befriend(server, admin, stranger)
  await invite(admin, space, stranger)
  expect((await lookAt(server, stranger, space)).isInvited).toBe(true)
  await server.call('PUT', `/users/${stranger.user._id}/block`, { as: admin })
  await server.call('DELETE', `/users/${stranger.user._id}/block`, { as: admin })
  expect((await lookAt(server, stranger, space)).isInvited).toBe(false)
  expect((await join(stranger, space)).statusCode).toBe(403)
  // Whichever of the two ends it.
  await befriend(server, admin, stranger)
  await invite(admin, space, stranger)
  await server.call('DELETE', `/users/friend/${admin.user._id}`, { as: stranger })
  expect((await lookAt(server, stranger, space)).isInvited).toBe(false)
})

it('nobody is invited who is banned or to a space that is full', async () => {
  const space = await makeSpace(server, admin, { maxMembers: 1 })
  expect((await invite(admin, space, friend)).statusCode).toBe(409)
  const other = await makeSpace(server, admin)
  await enter(server, friend, other)
  const ban = { as: admin, body: { reason: 'Too loud' } }
  await server.call('PUT', `/spaces/${other._id}/bans/${friend.user._id}`, ban)
  const answer = await invite(admin, other, friend)
  expect([answer.statusCode, answer.json().message]).toEqual([409, MESSAGES.banned])
  // Who is no admin of it does not learn by that whom it banned.
  await enter(server, guest, other)
  const told = await invite(guest, other, friend)
  const { db } = server.services
  const invitations = db.selectFrom('space_invitations').selectAll()
  const ofOther = invitations.where('space_id', '=', Number(other._id))
  expect([told.statusCode, await ofOther.execute()]).toEqual([200, []])
})

it('by @here the admin calls everybody, once an hour, but who muted the space', async () => {
  const space = await makeSpace(server, admin, { name: 'Kitchen' })
  for (const one of [guest, friend, muter]) await enter(server, one, space)
  await server.call('PUT', `/spaces/${space._id}/mute`, { as: muter, body: { until: null } })
  await server.call('PUT', `/users/${admin.user._id}/block`, { as: friend })
  const send = (as: Member, content: string) =>
    server.call('POST', `/spaces/${space._id}/messages`, { as, body: { content } })
  expect((await send(guest, 'Dinner @here')).statusCode).toBe(201)
  expect(await told(admin, 'Kitchen')).toEqual([])
  expect((await send(admin, 'Dinner, @here!')).statusCode).toBe(201)
  expect(await told(guest, 'Kitchen')).toEqual([MENTION_MESSAGES.calledHere('Ada', 'Kitchen')])
  for (const one of [friend, muter, admin, stranger]) expect(await told(one, 'called')).toEqual([])
  const again = await send(admin, 'And @here once more')
  expect([again.statusCode, again.json().message]).toEqual([409, MENTION_MESSAGES.hereSpent])
  expect((await send(admin, 'ada@here.org is no call, nor is @hereafter')).statusCode).toBe(201)
  expect((await chat(server, guest, space)).map(({ content }) => content)).not.toContain(
    'And @here once more',
  )
  const { db } = server.services
  await db.updateTable('spaces').set({ here_at: 1 }).execute()
  expect((await send(admin, 'Dessert @here')).statusCode).toBe(201)
  // Nor is it taken away by somebody who is called so.
  await expect(server.register({ ...ivy, username: 'Here' })).rejects.toThrow('register: 409')
  const called = await server.join(ivy)
  await db.updateTable('users').set({ username: 'Here' }).where('id', '=', called.id).execute()
  await enter(server, called, space)
  await db.updateTable('spaces').set({ here_at: 1 }).execute()
  await send(admin, 'Coffee @here')
  expect(await told(guest, 'called')).toHaveLength(3)
  // Whom it mentions by name is told of that alone.
  await db.updateTable('spaces').set({ here_at: 1 }).execute()
  await send(admin, `Cake @here, and @${guest.user.username} brings it`)
  expect(await told(guest, 'called')).toHaveLength(3)
  expect(await told(guest, 'mentioned')).toHaveLength(1)
})
