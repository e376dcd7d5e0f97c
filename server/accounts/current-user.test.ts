import { afterEach, beforeEach, expect, it } from 'vitest'
import { declineRequest, withdrawRequest } from '../../tests/actions/friend-actions.ts'
import { befriend, makePrivate, post, requestFriendship } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo, others } from '../../tests/people.ts'
import { form } from '../../tests/test-images.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../realtime/bus.ts'

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
  const heard: DomainEvent[] = []
  server.services.bus.subscribe((event) => void heard.push(event))
  expect((await server.call('DELETE', '/users/first-steps', { as: member })).statusCode).toBe(200)
  expect((await server.call('DELETE', '/users/first-steps')).statusCode).toBe(401)
  // It is hidden on all their devices at once.
  expect(heard).toEqual([
    {
      ...{ kind: 'broadcast', topics: [`member:${member.user._id}`] },
      event: { type: 'account_changed' },
    },
  ])
  const friends = (await server.call('GET', '/users/user', { as: friend })).json()
  expect(friends.areFirstStepsHidden).toBe(false)
  const expected = {
    quietNumbers: true,
    areFirstStepsHidden: true,
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

it('the own record says whether a request of theirs waits, as far as they are told', async () => {
  const [asker, asked] = [await server.join(ada), await server.join(ben)]
  const haveAsked = () =>
    Promise.all(
      [asker, asked].map(async (as) => {
        const record = (await server.call('GET', '/users/user', { as })).json()
        return record.hasAskedSomebody
      }),
    )
  expect(await haveAsked()).toEqual([false, false])
  await requestFriendship(server, asker, asked)
  expect(await haveAsked()).toEqual([true, false])
  await declineRequest(server, asked, asker)
  expect(await haveAsked()).toEqual([true, false])
  await withdrawRequest(server, asker, asked)
  expect(await haveAsked()).toEqual([false, false])
  // Whoever joined first: of the pair they are the lower.
  await requestFriendship(server, asked, asker)
  expect(await haveAsked()).toEqual([false, true])
})
