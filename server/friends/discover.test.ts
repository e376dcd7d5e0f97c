import { describe, expect, it } from 'vitest'
import { type DiscoveredPerson, MESSAGES } from '../../contract/friends.ts'
import { befriend, requestFriendship } from '../../tests/actions/post-actions.ts'
import { listMember } from '../../tests/listed-members.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../tests/scenes/scene-for-each.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let viewer: Member
openForEach(async () => {
  server = await openTestServer()
  viewer = await server.join(ada)
  return server
})

const get = (path: string, as = viewer) => server.call('GET', `/users/${path}`, { as })
const found = async (path: string): Promise<string[]> => {
  const people: DiscoveredPerson[] = (await get(path)).json()
  return people.map(({ username }) => username)
}

describe('GET /users/all', () => {
  it('lists other members, newest first, page by page', async () => {
    await server.join(ben)
    await server.join(cleo)
    await listMember(server, 'Dora')
    await listMember(server, 'Not_Yet', { aboutMe: 'not yet verified', verifiedAt: null })
    expect(await found('all')).toEqual(['Dora', 'Cleo', 'Ben'])
    expect(await found('all?limit=2')).toEqual(['Dora', 'Cleo'])
    expect(await found('all?limit=2&page=2')).toEqual(['Ben'])
    expect(await found('all?limit=2&page=3')).toEqual([])
  })

  it('says how each stands to the viewer, and nothing that is not for others', async () => {
    const members = { friend: await server.join(ben), sender: await server.join(cleo) }
    const dora = await listMember(server, 'Dora', { aboutMe: 'Tea 🫖' })
    await befriend(server, viewer, members.friend)
    await requestFriendship(server, members.sender, viewer)
    await server.call('POST', `/users/friends/${dora.id}`, { as: viewer })
    const answer = await get('all')
    expect(answer.json()).toEqual([
      {
        _id: String(dora.id),
        username: 'Dora',
        userNumber: dora.user_number,
        profilePhoto: null,
        aboutMe: 'Tea 🫖',
        isFriend: false,
        friendRequestSent: true,
        friendRequestReceived: false,
      },
      expect.objectContaining({
        username: 'Cleo',
        isFriend: false,
        friendRequestSent: false,
        friendRequestReceived: true,
      }),
      expect.objectContaining({
        username: 'Ben',
        isFriend: true,
        friendRequestSent: false,
        friendRequestReceived: false,
      }),
    ])
    for (const path of ['all', 'all?q=dora', 'search?q=dora', 'friends', 'friend-requests']) {
      const { body } = await get(path)
      expect(body).toMatch(/Dora|Ben|Cleo/)
      expect(body).not.toMatch(/example\.org|password/)
    }
  })

  it.each([
    'page=0',
    'page=x',
    'page=1.5',
    'page=99999999',
    'limit=0',
    'limit=51',
    `q=${'a'.repeat(101)}`,
  ])('refuses %s with a sentence', KEEPS_SCENE, async (query) => {
    const answer = await get(`all?${query}`)
    expect(answer.statusCode).toBe(400)
    expect([MESSAGES.pageInvalid, MESSAGES.searchLong]).toContain(answer.json().msg)
  })
})

describe('the lists', () => {
  it('hold friends by username and requests newest first, and the counts of all', async () => {
    const friend = await server.join(cleo)
    const other = await server.join(ben)
    await befriend(server, viewer, friend)
    await befriend(server, viewer, other)
    expect(await found('friends')).toEqual(['Ben', 'Cleo'])
    const senders = [await listMember(server, 'Dora'), await listMember(server, 'Emil')]
    const { db } = server.services
    for (const [index, { id: sender_id }] of senders.entries())
      await db
        .insertInto('friend_requests')
        .values({
          low_id: viewer.id,
          high_id: sender_id,
          sender_id,
          recipient_id: viewer.id,
          created_at: index,
        })
        .execute()
    await listMember(server, 'Not_Yet', { verifiedAt: null })
    expect(await found('friend-requests')).toEqual(['Emil', 'Dora'])
    expect((await get('friend-counts')).json()).toEqual({ friends: 2, requests: 2, discover: 4 })
    expect((await get('friend-counts', friend)).json()).toEqual({
      friends: 1,
      requests: 0,
      discover: 4,
    })
  })
})
