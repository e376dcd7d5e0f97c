import { expect, it } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { feed, post } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../tests/scenes/scene-for-each.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../realtime/bus.ts'
import { deleteRestedUsernames } from './former-usernames.ts'

let server: TestServer
let member: Member
let other: Member
openForEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  other = await server.join(ben)
  return server
})

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
    user: { ...member.user, username: 'Ada_2', postCount: 1 },
  })
  expect((await own(member)).username).toBe('Ada_2')
  const card = await server.call('GET', `/users/${member.user._id}/profile`, { as: other })
  expect(card.json().username).toBe('Ada_2')
  const { posts } = await feed(server, other, 'public')
  expect(posts.map(({ user }) => user.username)).toEqual(['Ada_2'])
})

it('lets the former name rest for a month, but for who had it', async () => {
  await rename(member, { username: 'Cleo' })
  const refused = await rename(other, { username: 'ada' })
  expect([refused.statusCode, refused.json().msg]).toEqual([409, MESSAGES.usernameTaken])
  expect((await own(other)).username).toBe('Ben')
  const stranger = { ...cleo, username: 'ADA' }
  expect((await server.call('POST', '/users/register', { body: stranger })).statusCode).toBe(409)
  expect((await rename(member, { username: 'Ada' })).statusCode).toBe(200)
  // The name they had meanwhile rests, too.
  expect((await rename(other, { username: 'cleo' })).statusCode).toBe(409)
})

it.each(['here', 'DELETED'])('refuses %s, which stands for nobody in a text', async (username) => {
  const refused = await rename(member, { username })
  expect([refused.statusCode, refused.json().msg]).toEqual([409, MESSAGES.usernameTaken])
  expect((await own(member)).username).toBe('Ada')
})

it('frees the former name after a month', async () => {
  await rename(member, { username: 'Cleo' })
  server.pass(30 * DAY_MS - 1)
  await deleteRestedUsernames(server.services.db, server.services.clock())
  const back = await server.signIn(ben)
  expect((await rename(back, { username: 'ada' })).statusCode).toBe(409)
  server.pass(1)
  expect((await rename(back, { username: 'ada' })).statusCode).toBe(200)
  await deleteRestedUsernames(server.services.db, server.services.clock())
  const { db } = server.services
  const resting = await db.selectFrom('former_usernames').selectAll().execute()
  // Ben's own rests now; nobody can read that it is his.
  const keyedHash = expect.stringMatching(/^[\w-]{22}$/)
  const rests_until = server.services.clock() + 30 * DAY_MS
  expect(resting).toEqual([{ name_hash: keyedHash, owner_hash: keyedHash, rests_until }])
})

it('lets the name of who left rest, but for their own address', async () => {
  expect((await server.call('DELETE', '/users/me', { as: member })).statusCode).toBe(200)
  expect((await rename(other, { username: 'Ada' })).statusCode).toBe(409)
  const body = { ...ada, email: cleo.email }
  expect((await server.call('POST', '/users/register', { body })).statusCode).toBe(409)
  expect((await server.join(ada)).user.username).toBe('Ada')
})

it('gives nobody a name that its owner leaves at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    await rename(member, { username: 'Ada' })
    const [left, taken] = await Promise.all([
      rename(member, { username: `Ada_${round}` }),
      rename(other, { username: 'Ada' }),
    ])
    expect([left.statusCode, taken.statusCode]).toEqual([200, 409])
  }
})

it('takes the name of a registration that nobody verified for an hour', async () => {
  await server.register(cleo)
  expect((await rename(member, { username: 'Cleo' })).statusCode).toBe(409)
  const mail = await server.mailTo(cleo.email)
  server.pass(HOUR_MS)
  const back = await server.signIn(ada)
  expect((await rename(back, { username: 'Cleo' })).statusCode).toBe(200)
  expect((await server.call('GET', `/users/verify/${secretIn(mail)}`)).statusCode).toBe(400)
})

it('may change nothing but the case, or nothing at all', async () => {
  for (const username of ['ADA', 'ADA'])
    expect((await rename(member, { username })).json().user.username).toBe('ADA')
})

it('asks for a token', KEEPS_SCENE, async () => {
  expect((await rename(undefined, { username: 'Cleo' })).statusCode).toBe(401)
})

it.each(['Ben', 'ben', 'BEN'])('refuses %s, who is here', KEEPS_SCENE, async (username) => {
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
])('refuses %j', KEEPS_SCENE, async (body, sentence) => {
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
