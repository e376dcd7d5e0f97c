import { afterEach, beforeEach, expect, it } from 'vitest'
import { ada, ben, cleo, others } from '../../tests/people.ts'
import { form } from '../../tests/pictures.ts'
import { befriend, makePrivate, post, requestFriendship } from '../../tests/post-actions.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

it('the own record holds the squad, and how many friends, requests and posts there are', async () => {
  const [member, friend, other] = [
    await server.join(ada),
    await server.join(ben),
    await server.join(cleo),
  ]
  for (const one of [friend, other]) await befriend(server, member, one)
  const squad = [other.user._id, friend.user._id]
  await server.call('PUT', '/users/squad', { as: member, body: { squad } })
  for (const person of others.slice(0, 3))
    await requestFriendship(server, await server.join(person), member)
  for (const text of ['One', 'Two']) await post(server, member, text)
  await post(server, friend, 'Not hers')
  await makePrivate(server, member, true)
  const quiet = { as: member, body: { isQuiet: true } }
  expect((await server.call('PUT', '/users/quiet-numbers', quiet)).statusCode).toBe(200)
  const expected = {
    quietNumbers: true,
    squad: [{ username: 'Cleo' }, { username: 'Ben' }],
    ...{ friendCount: 2, friendRequestCount: 3, postCount: 2 },
  }
  const body = form({ aboutMe: 'Tea' })
  const answers = [
    (await server.call('GET', '/users/user', { as: member })).json(),
    (await server.call('POST', '/users/login', { body: ada })).json().user,
    (await server.call('PUT', '/users/profile', { as: member, body })).json(),
    (await server.call('PUT', '/users/username', { as: member, body: { username: 'Adam' } })).json()
      .user,
  ]
  for (const answer of answers) expect(answer).toMatchObject(expected)
})
