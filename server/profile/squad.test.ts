import { beforeEach, describe, expect, it } from 'vitest'
import { type Author, author } from '../../contract/author.ts'
import { MESSAGES } from '../../contract/profile.ts'
import { callOrThrow } from '../../tests/actions/calls.ts'
import { befriend, unfriend } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo, MISSING_ID, others } from '../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../tests/scenes/scene-for-each.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../realtime/bus.ts'

const NOBODY = MISSING_ID

let server: TestServer
let member: Member
let friend: Member
let other: Member
openForEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  friend = await server.join(ben)
  other = await server.join(cleo)
  await befriend(server, member, friend)
  return server
})

const call = (...given: Parameters<ReturnType<typeof callOrThrow>>) => callOrThrow(server)(...given)
const read = async (as: Member): Promise<Author[]> =>
  (await server.call('GET', '/users/squad', { as })).json()
const save = (as: Member | undefined, squad: unknown) =>
  server.call('PUT', '/users/squad', { ...(as ? { as } : {}), body: { squad } })
const names = (squad: { username: string }[]) => squad.map(({ username }) => username)

describe('the squad', () => {
  it('is empty at first', KEEPS_SCENE, async () => {
    const answer = await server.call('GET', '/users/squad', { as: member })
    expect([answer.statusCode, answer.json()]).toEqual([200, []])
  })

  it('is a list of friends in the member’s own order', async () => {
    await befriend(server, member, other)
    const ids = [other.user._id, friend.user._id]
    const answer = await save(member, ids)
    expect(answer.statusCode).toBe(200)
    expect(names(answer.json())).toEqual(['Cleo', 'Ben'])
    expect(() => author.array().parse(answer.json())).not.toThrow()
    expect(names((await save(member, ids.reverse())).json())).toEqual(['Ben', 'Cleo'])
    expect(names(await read(member))).toEqual(['Ben', 'Cleo'])
    expect(names((await save(member, [other.user._id])).json())).toEqual(['Cleo'])
    expect((await save(member, [])).json()).toEqual([])
    expect(await read(member)).toEqual([])
  })

  it('may be sent as the friends it is read as', async () => {
    const squad = (await save(member, [friend.user._id])).json()
    expect((await save(member, squad)).json()).toEqual(squad)
  })

  it('is on the card for every member, and says no more than a name does', async () => {
    await save(member, [friend.user._id])
    const path = `/users/${member.user._id}/profile`
    for (const as of [member, friend, other]) {
      const answer = await server.call('GET', path, { as })
      expect(names(answer.json().squad)).toEqual(['Ben'])
      expect(answer.body).not.toContain('@')
    }
  })

  it('asks for a token', KEEPS_SCENE, async () => {
    expect((await server.call('GET', '/users/squad')).statusCode).toBe(401)
    expect((await save(undefined, [])).statusCode).toBe(401)
  })

  it('is one’s own, whatever else is sent', async () => {
    const body = { squad: [friend.user._id], user: friend.user._id, _id: friend.user._id }
    await server.call('PUT', '/users/squad', { as: member, body })
    expect(names(await read(member))).toEqual(['Ben'])
    expect(await read(friend)).toEqual([])
  })

  it('is announced to the member when it changed', async () => {
    const told: DomainEvent[] = []
    server.services.bus.subscribe((event) => void told.push(event))
    await save(member, [other.user._id])
    expect(told).toEqual([])
    await save(member, [friend.user._id])
    const topics = [`member:${member.user._id}`]
    expect(told).toEqual([
      // They see posts for the squad now, and what they were told of them.
      { kind: 'unread-changed', memberId: friend.id },
      { kind: 'broadcast', topics, event: { type: 'account_changed' } },
    ])
  })
})

describe('a squad that cannot be', () => {
  beforeEach(() => save(member, [friend.user._id]))

  it.each([
    ['a stranger', () => [friend.user._id, other.user._id], MESSAGES.squadNotFriend],
    ['oneself', () => [member.user._id], MESSAGES.squadNotFriend],
    ['nobody', () => [NOBODY], MESSAGES.squadNotFriend],
    ['no ids', () => ['Ben'], MESSAGES.squadNotFriend],
    ['numbers', () => [1, null, {}], MESSAGES.squadNotFriend],
    ['one friend twice', () => [friend.user._id, friend.user._id], MESSAGES.squadDuplicate],
    ['seven', () => [1, 2, 3, 4, 5, 6, 7].map(String), MESSAGES.squadFull],
    ['no list', () => 'Ben', MESSAGES.squadInvalid],
    ['nothing', () => undefined, MESSAGES.squadInvalid],
  ])(
    'is refused when it holds %s, and stays as it was',
    KEEPS_SCENE,
    async (_what, squad, sentence) => {
      const answer = await save(member, squad())
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ msg: sentence, fields: { squad: sentence } })
      expect(names(await read(member))).toEqual(['Ben'])
    },
  )
})

describe('a squad and who in it is suspended', () => {
  const suspend = (one: Member) =>
    call(member, 'POST', `/admin/user/${one.id}/suspend`, { days: 1, text: 'A day off' })
  const lift = (one: Member) =>
    call(member, 'POST', `/admin/user/${one.id}/lift`, { text: 'Welcome' })
  const idsOf = (squad: Member[]) => squad.map(({ user }) => user._id)

  it('keeps their place, which nobody sees meanwhile', async () => {
    await befriend(server, member, other)
    await save(member, idsOf([friend, other]))
    await suspend(friend)
    expect(names((await save(member, idsOf([other]))).json())).toEqual(['Cleo'])
    await lift(friend)
    expect(names(await read(member))).toEqual(['Ben', 'Cleo'])
    await suspend(other)
    expect((await save(member, [])).json()).toEqual([])
    await lift(other)
    expect(names(await read(member))).toEqual(['Cleo'])
  })

  it('gives the last of their places to friends who are chosen by then', async () => {
    const more = await Promise.all(others.map((one) => server.join(one)))
    for (const one of [other, ...more]) await befriend(server, member, one)
    await save(member, idsOf([friend, ...more.slice(0, 3), other]))
    await suspend(friend)
    await suspend(other)
    expect((await save(member, idsOf(more))).statusCode).toBe(200)
    await lift(friend)
    await lift(other)
    expect(names(await read(member))).toEqual(['Ben', ...names(more)])
  })
})

describe('a squad and its friendships', () => {
  it('end together, on both sides', async () => {
    await befriend(server, member, other)
    await save(member, [friend.user._id, other.user._id])
    await save(friend, [member.user._id])
    await unfriend(server, friend, member)
    expect(names(await read(member))).toEqual(['Cleo'])
    expect(await read(friend)).toEqual([])
  })

  it('never hold a former friend, when one ends while the other is saved', async () => {
    for (let round = 0; round < 12; round++) {
      const [saved] = await Promise.all([
        save(member, [friend.user._id]),
        later(round).then(() => unfriend(server, member, friend)),
      ])
      expect([200, 400]).toContain(saved.statusCode)
      expect(await read(member)).toEqual([])
      await befriend(server, member, friend)
    }
  })

  it('is one of two lists that are saved at once', async () => {
    await befriend(server, member, other)
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all([
        save(member, [friend.user._id, other.user._id]),
        save(member, [other.user._id]),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect(['Ben,Cleo', 'Cleo']).toContain(names(await read(member)).join())
    }
  })
})

/** After some turns of the event loop, so that the two meet at different moments. */
async function later(turns: number) {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
}
