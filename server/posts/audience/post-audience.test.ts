import { describe, expect, it } from 'vitest'
import { MESSAGES, type Post } from '../../../contract/posts.ts'
import { befriend, feed, makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { type Circles, openCircles } from '../../../tests/scenes/circles.ts'
import { form } from '../../../tests/test-images.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

// Who sees what in each state is the table of server/visibility; here is what the calls take and
// refuse.

let server: TestServer
let author: Member
let squad: Member
let friend: Member
let stranger: Member
let choose: Circles['choose']
let readers: Circles['readers']
openCircles((circles) => {
  ;({ server, author, squad, friend, stranger, choose, readers } = circles)
})

const change = (as: Member, { _id }: Post, audience: string) =>
  server.call('PUT', `/posts/${_id}/audience`, { as, body: { audience } })
const commentOn = (as: Member, { _id }: Post) =>
  server.call('POST', `/posts/${_id}/comments`, { as, body: { text: 'Yes' } })

describe('a new post', () => {
  it('is for the profile where the client sends no audience', async () => {
    const made = await post(server, author, 'Tea')
    expect(made).toMatchObject({ audience: 'public', chosenAudience: 'profile' })
    expect(await readers(made)).toEqual([author, squad, friend, stranger])
  })

  it('is for whom its author says, from the first moment', async () => {
    const forFriends = await post(server, author, 'Tea', 'friends')
    expect(forFriends).toMatchObject({ audience: 'friends', chosenAudience: 'friends' })
    expect(await readers(forFriends)).toEqual([author, squad, friend])
    const forSquad = await post(server, author, 'Tea', 'squad')
    expect(forSquad).toMatchObject({ audience: 'squad', chosenAudience: 'squad' })
    expect(await readers(forSquad)).toEqual([author, squad])
  })

  it('is refused for an audience that there is not', async () => {
    const body = form({ text: 'Tea', audience: 'enemies' })
    const answer = await server.call('POST', '/posts', { as: author, body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ audience: MESSAGES.audienceUnknown })
  })

  it.each([
    ['profile', () => [author, squad, friend], true],
    ['friends', () => [author, squad, friend], false],
    ['squad', () => [author, squad], false],
  ] as const)(
    'for the %s is told to the feeds it stands in',
    async (audience, members, isPublic) => {
      const topics: string[] = []
      const stop = server.services.bus.subscribe((event) => {
        if (event.kind === 'broadcast' && event.event.type === 'new_posts')
          topics.push(...event.topics)
      })
      await post(server, author, 'Tea', audience)
      await expect.poll(() => topics).not.toEqual([])
      stop()
      const expected = members().map(({ id }) => `feed:${id}`)
      if (isPublic) expected.push('feed:public')
      expect(topics.toSorted()).toEqual(expected.toSorted())
    },
  )
})

describe('the squad of a post', () => {
  it('is the one of when it is read', async () => {
    const made = await post(server, author, 'Tea', 'squad')
    await choose([friend])
    expect(await readers(made)).toEqual([author, friend])
    expect((await feed(server, friend, 'friends')).posts.map(({ _id }) => _id)).toContain(made._id)
    expect((await feed(server, squad, 'friends')).posts.map(({ _id }) => _id)).not.toContain(
      made._id,
    )
    await choose([squad])
    expect(await readers(made)).toEqual([author, squad])
  })
})

describe('changing the audience', () => {
  it('narrows always, whatever others said', async () => {
    const made = await post(server, author, 'Tea')
    await commentOn(stranger, made)
    const answer = await change(author, made, 'friends')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      msg: MESSAGES.audienceChanged,
      post: { audience: 'friends', chosenAudience: 'friends' },
    })
    expect(await readers(made)).toEqual([author, squad, friend])
    expect((await change(author, made, 'squad')).statusCode).toBe(200)
    expect(await readers(made)).toEqual([author, squad])
  })

  it('widens while nobody else has commented', async () => {
    const made = await post(server, author, 'Tea', 'squad')
    await commentOn(author, made)
    // What is in memory of the feed by now must not be what is answered afterwards.
    await feed(server, friend, 'friends')
    expect((await change(author, made, 'friends')).statusCode).toBe(200)
    expect((await feed(server, friend, 'friends')).posts.map(({ _id }) => _id)).toContain(made._id)
    expect((await change(author, made, 'profile')).json().post).toMatchObject({
      audience: 'public',
    })
    expect(await readers(made)).toEqual([author, squad, friend, stranger])
  })

  it.each([
    ['squad', 'friends'],
    ['squad', 'profile'],
    ['friends', 'profile'],
  ] as const)('does not widen from %s to %s what others commented', async (from, to) => {
    const made = await post(server, author, 'Tea', from)
    await commentOn(squad, made)
    const answer = await change(author, made, to)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().msg).toBe('Others commented for a smaller circle. Share it as a new post.')
    expect((await change(author, made, from)).statusCode).toBe(200)
    expect(await readers(made)).toEqual(
      from === 'squad' ? [author, squad] : [author, squad, friend],
    )
  })

  it('takes what was told of it along, and the count of who has not read that', async () => {
    const made = await post(server, author, 'Tea')
    const parentId = (await commentOn(stranger, made)).json()[0]._id
    const body = { text: 'Indeed', parentId }
    await server.call('POST', `/posts/${made._id}/comments`, { as: friend, body })
    const unread = async () =>
      (await server.call('GET', '/notifications/count', { as: stranger })).json()
    expect(await unread()).toEqual({ count: 1 })
    const counted: number[] = []
    const stop = server.services.bus.subscribe((event) => {
      if (event.kind === 'unread-changed') counted.push(event.memberId)
    })
    await change(author, made, 'friends')
    await expect.poll(() => counted).toContain(stranger.id)
    expect(await unread()).toEqual({ count: 0 })
    stop()
  })

  it('is told to the feeds it leaves, and to those it comes to', async () => {
    const made = await post(server, author, 'Tea')
    const told: string[] = []
    const stop = server.services.bus.subscribe((event) => {
      if (event.kind !== 'broadcast' || event.event.type !== 'post_changed') return
      // What became of another post may be told as late as this.
      if (event.event.postId === made._id) told.push(...event.topics)
    })
    const all = [author, squad, friend].map(({ id }) => `feed:${id}`)
    for (const [audience, topics] of [
      ['squad', [...all, 'feed:public']],
      ['friends', all],
      ['profile', [...all, 'feed:public']],
    ] as const) {
      told.length = 0
      expect((await change(author, made, audience)).statusCode).toBe(200)
      await expect.poll(() => told.toSorted()).toEqual(topics.toSorted())
    }
    stop()
  })

  async function newcomerWithPosts(username: string) {
    const email = `${username.toLowerCase()}@example.org`
    const newcomer = await server.join({ username, email, password: `${username}-Likes-Tea-4!` })
    const open = await post(server, newcomer, 'For all')
    const forFriends = await post(server, newcomer, 'For friends', 'friends')
    await befriend(server, newcomer, friend)
    const forSquad = await post(server, newcomer, 'For the squad', 'squad')
    const own = [open._id, forFriends._id, forSquad._id]
    const told: [string, readonly string[]][] = []
    const stop = server.services.bus.subscribe((event) => {
      if (event.kind !== 'broadcast' || event.event.type !== 'post_changed') return
      // What became of another post may be told as late as this.
      const { postId } = event.event
      if (own.includes(postId)) told.push([postId, event.topics])
    })
    return { newcomer, open, forFriends, forSquad, told, stop }
  }

  it.each([
    {
      name: 'Suspended',
      ends: ({ user }: Member) =>
        server.call('POST', `/admin/user/${user._id}/suspend`, {
          as: author,
          body: { days: 1, text: 'Sells things' },
        }),
    },
    {
      name: 'Leaving',
      ends: (as: Member) => server.call('DELETE', '/users/me', { as }),
    },
  ])('leaves the feeds on screen of all who see it where its author is $name', async (end) => {
    const told = await newcomerWithPosts(end.name)
    const { newcomer, open, forFriends, forSquad } = told
    expect((await end.ends(newcomer)).statusCode).toBe(200)
    const [self, itsFriend] = [newcomer, friend].map(({ id }) => `feed:${id}`)
    const inFriends = [self, itsFriend].toSorted()
    await expect
      .poll(() => told.told.map(([postId, topics]) => [postId, topics.toSorted()]))
      .toEqual([
        [forSquad._id, [self]],
        [forFriends._id, inFriends],
        [open._id, inFriends],
        [open._id, ['feed:public']],
      ])
    told.stop()
  })

  it('leaves the screens of who is taken out of the squad, and no others', async () => {
    const { newcomer, forFriends, forSquad, told, stop } = await newcomerWithPosts('Choosy')
    await befriend(server, newcomer, squad)
    const save = (members: Member[]) =>
      server.call('PUT', '/users/squad', {
        as: newcomer,
        body: { squad: members.map(({ user }) => user._id) },
      })
    await save([squad, friend])
    expect(await readers(forSquad)).toEqual([squad, friend])
    await save([friend])
    expect(await readers(forSquad)).toEqual([friend])
    expect(await readers(forFriends)).toEqual([squad, friend])
    await expect.poll(() => told).toEqual([[forSquad._id, [`feed:${squad.id}`]]])
    stop()
  })

  it('leaves the screens of others where its author turns private', async () => {
    const { newcomer, open, told, stop } = await newcomerWithPosts('Closing')
    await makePrivate(server, newcomer)
    await expect.poll(() => told).toEqual([[open._id, ['feed:public']]])
    told.length = 0
    await makePrivate(server, newcomer)
    await makePrivate(server, newcomer, false)
    expect(told).toEqual([])
    stop()
  })

  it('is for friends where it follows a profile that is private', async () => {
    const hidden = await server.join({
      ...{ username: 'Hidden', email: 'hidden@example.org' },
      password: 'Hidden-Likes-Tea-4!',
    })
    await makePrivate(server, hidden)
    const made = await post(server, hidden, 'Tea', 'squad')
    const answer = await change(hidden, made, 'profile')
    expect(answer.json().post).toMatchObject({ audience: 'friends', chosenAudience: 'profile' })
    expect(await readers(made)).toEqual([])
  })

  it('is its author’s alone', async () => {
    const made = await post(server, author, 'Tea', 'friends')
    expect((await change(friend, made, 'squad')).statusCode).toBe(403)
    expect((await change(stranger, made, 'squad')).statusCode).toBe(404)
    expect((await change(author, made, 'enemies')).statusCode).toBe(400)
    expect(await readers(made)).toEqual([author, squad, friend])
  })
})
