import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DiscoveredPerson, FRIENDS_MAX, MESSAGES } from '../../contract/friends.ts'
import { requestFriendship } from '../../tests/actions/post-actions.ts'
import { memberRow } from '../../tests/member-rows.ts'
import { ada, ben } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Id } from '../platform/ids.ts'

// What is bounded, with as many people as reach the bound.

let server: TestServer
let popular: Member
let other: Member
let crowd: Id[]
beforeAll(async () => {
  server = await openTestServer()
  popular = await server.join(ada)
  other = await server.join(ben)
  crowd = await manyMembers(FRIENDS_MAX)
})
afterAll(() => server.close())

const ROWS_AT_ONCE = 500

/** Members as they would be after years, quickly; every bio has the word `tea`. */
async function manyMembers(count: number): Promise<Id[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    username: `Guest_${index}`,
    user_number: 1_000 + index,
  }))
  await inBatches(people, async (batch) => {
    const users = batch.map(({ id, username, user_number }) => ({
      ...memberRow(username, user_number, id),
      about_me: 'tea',
    }))
    const words = batch.map(({ id, user_number }) => ({
      tier: 2,
      word: 'tea',
      newness: -user_number,
      user_id: id,
    }))
    await server.services.db.insertInto('users').values(users).execute()
    await server.services.db.insertInto('member_words').values(words).execute()
  })
  return people.map(({ id }) => id)
}

async function inBatches<T>(items: T[], work: (batch: T[]) => Promise<void>) {
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE)
    await work(items.slice(start, start + ROWS_AT_ONCE))
}

it('a search ends after two thousand matches, each shown once', async () => {
  const shown: string[] = []
  for (let page = 1; ; page++) {
    const answer = await server.call('GET', `/users/all?q=tea&limit=50&page=${page}`, { as: other })
    const people: DiscoveredPerson[] = answer.json()
    shown.push(...people.map(({ _id }) => _id))
    if (people.length === 0) break
  }
  expect(shown).toEqual(crowd.toReversed().slice(0, 2_000).map(String))
})

it('a member has at most as many friends as the list shows', async () => {
  const me = popular.id
  await inBatches(crowd, async (batch) => {
    const friendships = batch.flatMap((id) => [
      { user_id: me, friend_id: id, created_at: 1 },
      { user_id: id, friend_id: me, created_at: 1 },
    ])
    await server.services.db.insertInto('friendships').values(friendships).execute()
  })
  const accept = () =>
    server.call('POST', `/users/friend-request/${other.user._id}/accept`, { as: popular })
  await requestFriendship(server, other, popular)
  const refused = await accept()
  expect([refused.statusCode, refused.json().msg]).toEqual([409, MESSAGES.tooManyFriends])
  const friends = await server.call('GET', '/users/friends', { as: popular })
  expect(friends.json()).toHaveLength(FRIENDS_MAX)
  await server.call('DELETE', `/users/friend/${crowd[0]}`, { as: popular })
  // What was refused left the request as it was.
  expect((await accept()).statusCode).toBe(200)

  // One place is left, and two are let in at the same moment.
  await server.call('DELETE', `/users/friend/${crowd[1]}`, { as: popular })
  const askers = crowd.slice(0, 2)
  const requests = askers.map((id) => {
    const [low_id, high_id] = id < me ? [id, me] : [me, id]
    return { low_id, high_id, sender_id: id, recipient_id: me, created_at: 1 }
  })
  await server.services.db.insertInto('friend_requests').values(requests).execute()
  const accepted = await Promise.all(
    askers.map((id) => server.call('POST', `/users/friend-request/${id}/accept`, { as: popular })),
  )
  expect(accepted.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})
