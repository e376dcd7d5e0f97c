import { afterEach, beforeEach, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { ada, ben } from '../../tests/people.ts'
import { feed, post } from '../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../platform/realtime/bus.ts'

let server: TestServer
let member: Member
let other: Member
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  other = await server.join(ben)
})
afterEach(() => server.close())

const rename = (as: Member | undefined, body: object) =>
  server.call('PUT', '/users/username', { ...(as ? { as } : {}), body })
const own = async (as: Member) => (await server.call('GET', '/users/user', { as })).json()

it('gives the member another name, everywhere', async () => {
  await post(server, member, 'Hello')
  await feed(server, other, 'public')
  const answer = await rename(member, { username: 'Ada_2' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    msg: PROFILE_MESSAGES.usernameUpdated,
    message: PROFILE_MESSAGES.usernameUpdated,
    user: { ...member.user, username: 'Ada_2' },
  })
  expect((await own(member)).username).toBe('Ada_2')
  const card = await server.call('GET', `/users/${member.user._id}/profile`, { as: other })
  expect(card.json().username).toBe('Ada_2')
  const { posts } = await feed(server, other, 'public')
  expect(posts.map(({ user }) => user.username)).toEqual(['Ada_2'])
})

it('frees the former name', async () => {
  await rename(member, { username: 'Cleo' })
  expect((await rename(other, { username: 'ada' })).statusCode).toBe(200)
})

it('may change nothing but the case, or nothing at all', async () => {
  for (const username of ['ADA', 'ADA'])
    expect((await rename(member, { username })).json().user.username).toBe('ADA')
})

it('asks for a token', async () => {
  expect((await rename(undefined, { username: 'Cleo' })).statusCode).toBe(401)
})

it.each(['Ben', 'ben', 'BEN'])('refuses %s, who is here', async (username) => {
  const answer = await rename(member, { username })
  expect(answer.statusCode).toBe(409)
  const fields = { username: MESSAGES.usernameTaken }
  expect(answer.json()).toMatchObject({ msg: MESSAGES.usernameTaken, fields })
  expect((await own(member)).username).toBe('Ada')
})

it.each([
  [{ username: 'ab' }, MESSAGES.usernameShort],
  [{ username: 'a'.repeat(20) }, MESSAGES.usernameLong],
  [{ username: 'a b c' }, MESSAGES.usernameCharacters],
  [{ username: 'Адa' }, MESSAGES.usernameCharacters],
  [{ username: 'Ada\n' }, MESSAGES.usernameCharacters],
  [{ username: '' }, MESSAGES.usernameShort],
  [{ username: 7 }, MESSAGES.usernameShort],
  [{}, MESSAGES.usernameShort],
])('refuses %j', async (body, sentence) => {
  const answer = await rename(member, body)
  expect([answer.statusCode, answer.json().msg]).toEqual([400, sentence])
})

it('changes nobody else, and nothing but the name', async () => {
  const more = { _id: other.user._id, isAdmin: false, userNumber: 7, email: 'cleo@example.org' }
  expect((await rename(member, { username: 'Ada_2', ...more })).statusCode).toBe(200)
  expect(await own(member)).toEqual({ ...member.user, username: 'Ada_2' })
  expect(await own(other)).toEqual(other.user)
})

it('gives a name that two want at the same moment to one of them', async () => {
  const answers = await Promise.all([
    rename(member, { username: 'Cleo' }),
    rename(other, { username: 'cleo' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const names = [(await own(member)).username, (await own(other)).username]
  expect(names.filter((name) => name.toLowerCase() === 'cleo')).toHaveLength(1)
})

it('tells the member’s pages, and only of what happened', async () => {
  const told: DomainEvent[] = []
  server.services.bus.subscribe((event) => void told.push(event))
  await rename(member, { username: 'Ben' })
  expect(told).toEqual([])
  await rename(member, { username: 'Cleo' })
  const topics = [`member:${member.user._id}`]
  expect(told).toEqual([{ kind: 'broadcast', topics, event: { type: 'account_changed' } }])
})

it('can be done ten times an hour', async () => {
  const limited = await openTestServer({ rateLimits: true })
  const as = await limited.join(ada)
  const again = (username: string) =>
    limited.call('PUT', '/users/username', { as, body: { username } })
  for (let time = 0; time < 10; time++) expect((await again(`Ada_${time}`)).statusCode).toBe(200)
  expect((await again('Ada_10')).statusCode).toBe(429)
  await limited.close()
})
