import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAYS } from '../../contract/accounts.ts'
import { SAYS as PROFILE_SAYS } from '../../contract/profile.ts'
import { type Member, openTestHouse, type TestHouse } from '../../tests/house.ts'
import { ada, ben } from '../../tests/people.ts'
import { feed, post } from '../../tests/posting.ts'
import type { Announcement } from '../platform/realtime/bus.ts'

let house: TestHouse
let member: Member
let other: Member
beforeEach(async () => {
  house = await openTestHouse()
  member = await house.join(ada)
  other = await house.join(ben)
})
afterEach(() => house.close())

const rename = (as: Member | undefined, body: object) =>
  house.call('PUT', '/users/username', { ...(as ? { as } : {}), body })
const own = async (as: Member) => (await house.call('GET', '/users/user', { as })).json()

it('gives the member another name, everywhere', async () => {
  await post(house, member, 'Hello')
  await feed(house, other, 'public')
  const answer = await rename(member, { username: 'Ada_2' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    msg: PROFILE_SAYS.usernameUpdated,
    message: PROFILE_SAYS.usernameUpdated,
    user: { ...member.user, username: 'Ada_2' },
  })
  expect((await own(member)).username).toBe('Ada_2')
  const card = await house.call('GET', `/users/${member.user._id}/profile`, { as: other })
  expect(card.json().username).toBe('Ada_2')
  const { posts } = await feed(house, other, 'public')
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
  const fields = { username: SAYS.usernameTaken }
  expect(answer.json()).toMatchObject({ msg: SAYS.usernameTaken, fields })
  expect((await own(member)).username).toBe('Ada')
})

it.each([
  [{ username: 'ab' }, SAYS.usernameShort],
  [{ username: 'a'.repeat(20) }, SAYS.usernameLong],
  [{ username: 'a b c' }, SAYS.usernameCharacters],
  [{ username: 'Адa' }, SAYS.usernameCharacters],
  [{ username: 'Ada\n' }, SAYS.usernameCharacters],
  [{ username: '' }, SAYS.usernameShort],
  [{ username: 7 }, SAYS.usernameShort],
  [{}, SAYS.usernameShort],
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
  const told: Announcement[] = []
  house.services.bus.subscribe((announcement) => void told.push(announcement))
  await rename(member, { username: 'Ben' })
  expect(told).toEqual([])
  await rename(member, { username: 'Cleo' })
  const topics = [`member:${member.user._id}`]
  expect(told).toEqual([{ kind: 'event', topics, event: { type: 'account_changed' } }])
})

it('can be done ten times an hour', async () => {
  const limited = await openTestHouse({ rateLimits: true })
  const as = await limited.join(ada)
  const again = (username: string) =>
    limited.call('PUT', '/users/username', { as, body: { username } })
  for (let time = 0; time < 10; time++) expect((await again(`Ada_${time}`)).statusCode).toBe(200)
  expect((await again('Ada_10')).statusCode).toBe(429)
  await limited.close()
})
