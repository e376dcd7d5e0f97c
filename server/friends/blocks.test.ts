import { beforeEach, describe, expect, it } from 'vitest'
import { BLOCKED_MAX, MESSAGES } from '../../contract/blocks.ts'
import type { Post } from '../../contract/posts.ts'
import { readAs } from '../../tests/actions/calls.ts'
import { befriend, feed, post, requestFriendship, texts } from '../../tests/actions/post-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { memberRow } from '../../tests/member-rows.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'

let server: TestServer
/** Ada blocks, Ben is blocked, and Cleo stands between them. */
let blocker: Member
let blocked: Member
let third: Member
beforeEach(async () => {
  server = await openScopedTestServer()
  blocker = await server.join(ada)
  blocked = await server.join(ben)
  third = await server.join(cleo)
})

const read = (as: Member, path: string) => readAs(server, as, path)
const block = (as: Member, id: string) => server.call('PUT', `/users/${id}/block`, { as })
const unblock = (as: Member, id: string) => server.call('DELETE', `/users/${id}/block`, { as })
const profile = (as: Member, of: Member) =>
  server.call('GET', `/users/${of.user._id}/profile`, { as })
const bothWays = () =>
  [
    [blocker, blocked],
    [blocked, blocker],
  ] as [Member, Member][]

async function act(as: Member, method: 'POST' | 'PUT', path: string, body?: object) {
  const answer = await server.call(method, path, { as, ...(body ? { body } : {}) })
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
}

describe('a block', () => {
  it('is refused to who is not signed in, of oneself, and of nobody', async () => {
    const anonymous = await server.call('PUT', `/users/${blocked.user._id}/block`)
    expect(anonymous.statusCode).toBe(401)
    const oneself = await block(blocker, blocker.user._id)
    expect([oneself.statusCode, oneself.json().msg]).toEqual([400, MESSAGES.oneself])
    expect((await block(blocker, MISSING_ID)).statusCode).toBe(404)
    expect((await server.call('GET', '/users/blocked')).statusCode).toBe(401)
  })

  it('is listed for who made it alone, and lifted by them alone', async () => {
    const answer = await block(blocker, blocked.user._id)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.blockedNow])
    expect((await block(blocker, blocked.user._id)).statusCode).toBe(200)
    expect(await read(blocker, '/users/blocked')).toMatchObject([{ username: 'Ben' }])
    expect(await read(blocked, '/users/blocked')).toEqual([])
    await unblock(blocked, blocker.user._id)
    expect((await profile(blocker, blocked)).statusCode).toBe(404)
    await unblock(blocker, blocked.user._id)
    expect((await unblock(blocker, blocked.user._id)).statusCode).toBe(200)
    expect(await read(blocker, '/users/blocked')).toEqual([])
    for (const [one, other] of bothWays()) expect((await profile(one, other)).statusCode).toBe(200)
  })

  it('is listed by a name and nothing else of a card, which is there for neither', async () => {
    await block(blocker, blocked.user._id)
    await block(blocked, blocker.user._id)
    expect(await read(blocked, '/users/blocked')).toEqual([
      { _id: blocker.user._id, username: 'Ada', blockedAt: expect.any(String) },
    ])
  })

  it('each has of the other, and both have to lift', async () => {
    await block(blocker, blocked.user._id)
    await block(blocked, blocker.user._id)
    await unblock(blocker, blocked.user._id)
    for (const [one, other] of bothWays()) expect((await profile(one, other)).statusCode).toBe(404)
  })

  it('ends the friendship, the squad places and every request, and lets no new one be made', async () => {
    await befriend(server, blocker, blocked)
    for (const [one, other] of bothWays())
      await act(one, 'PUT', '/users/squad', { squad: [other.user._id] })
    await requestFriendship(server, third, blocker)
    await block(blocker, blocked.user._id)
    await block(blocker, third.user._id)
    expect(await read(blocker, '/users/friend-counts')).toMatchObject({ friends: 0, requests: 0 })
    expect(await read(blocker, '/users/squad')).toEqual([])
    expect(await read(blocked, '/users/squad')).toEqual([])
    expect(await read(blocker, '/notifications')).toEqual([])
    for (const [one, other] of bothWays()) {
      const path = `/users/friend-request/${other.user._id}`
      expect((await server.call('POST', path, { as: one })).statusCode).toBe(404)
    }
    // Nothing of it was only hidden: it is gone once nobody is kept from anybody.
    for (const other of [blocked, third]) await unblock(blocker, other.user._id)
    expect(await read(blocker, '/users/friends')).toEqual([])
    expect(await read(blocker, '/users/friend-counts')).toMatchObject({ friends: 0, requests: 0 })
    for (const one of [blocker, blocked]) expect(await read(one, '/users/squad')).toEqual([])
    expect(await read(blocker, '/notifications')).toEqual([])
  })

  it('takes each out of what the other finds', async () => {
    await block(blocker, blocked.user._id)
    for (const [one, other] of bothWays()) {
      const paths = [
        '/users/all',
        `/users/search?q=${other.username}`,
        `/users/all?q=${other.username}`,
      ]
      for (const path of paths)
        expect(JSON.stringify(await read(one, path))).not.toContain(other.user._id)
      expect(await read(one, '/users/friend-counts')).toMatchObject({ discover: 1 })
      expect(JSON.stringify(await read(third, '/users/all'))).toContain(other.user._id)
    }
  })

  it('hides the posts of each from the other, at every address', async () => {
    const written: [Member, Member, Post][] = []
    for (const [one, other] of bothWays())
      written.push([one, other, await post(server, one, `By ${one.username}`)])
    await block(blocker, blocked.user._id)
    for (const [, other, { _id, text }] of written) {
      expect(texts(await feed(server, other, 'public'))).not.toContain(text)
      for (const path of [`/posts/${_id}`, `/posts/${_id}/comments`])
        expect((await server.call('GET', path, { as: other })).statusCode).toBe(404)
      const like = await server.call('POST', `/posts/${_id}/like`, { as: other })
      expect(like.statusCode).toBe(404)
      expect(texts(await feed(server, third, 'public'))).toContain(text)
    }
    for (const [one, other] of bothWays())
      expect(texts(await read(one, `/users/${other.user._id}/posts`))).toEqual([])
  })

  it('takes each out of what the other sees below a post, the counts included', async () => {
    const { _id } = await post(server, third, 'Good morning')
    for (const one of [blocker, blocked]) {
      await act(one, 'POST', `/posts/${_id}/like`)
      await act(one, 'POST', `/posts/${_id}/vibes`, { emoji: '🫖' })
      await act(one, 'POST', `/posts/${_id}/comments`, { text: `By ${one.username}` })
    }
    await block(blocker, blocked.user._id)
    const emoji = '🫖'
    for (const [one, other] of bothWays()) {
      expect(await read(one, `/posts/${_id}`)).toMatchObject({
        likes: [one.user._id],
        likeCount: 1,
        vibes: [{ emoji, username: one.username }],
        vibeCounts: [{ emoji, count: 1 }],
        commentCount: 1,
      })
      const comments = await read(one, `/posts/${_id}/comments`)
      expect(comments.map(({ text }: { text: string }) => text)).toEqual([`By ${one.username}`])
      expect(JSON.stringify(await read(one, '/posts/public'))).not.toContain(other.user._id)
    }
    expect(await read(third, `/posts/${_id}`)).toMatchObject({ likeCount: 2, commentCount: 2 })
    // Whom nobody sees is taken off the card once, not once more for who blocked them.
    const days = { days: 7, text: 'Be kind' }
    await act(blocker, 'POST', `/admin/user/${blocked.user._id}/suspend`, days)
    for (const one of [blocker, third])
      expect(await read(one, `/posts/${_id}`)).toMatchObject({
        likeCount: 1,
        vibeCounts: [{ emoji, count: 1 }],
        commentCount: 1,
      })
  })

  it('hides what was told of each other before, and stores nothing that happens meanwhile', async () => {
    const { _id } = await post(server, blocker, 'Good morning')
    await act(blocked, 'POST', `/posts/${_id}/comments`, { text: 'And to you' })
    const space = await makeSpace(server, blocker, { isPrivate: true })
    expect(await read(blocker, '/notifications/count')).toEqual({ count: 1 })
    await block(blocker, blocked.user._id)
    expect(await read(blocker, '/notifications/count')).toEqual({ count: 0 })
    await act(blocked, 'POST', '/join-requests', { spaceId: space._id, message: 'Please' })
    expect(await read(blocker, `/join-requests/space/${space._id}`)).toEqual([])
    expect(await read(blocker, `/spaces/${space._id}`)).toMatchObject({ pendingRequests: 0 })
    await unblock(blocker, blocked.user._id)
    expect(await read(blocker, '/notifications')).toMatchObject([{ type: 'comment' }])
  })

  it('folds messages in a space both are in, where all else stays', async () => {
    const space = await makeSpace(server, third)
    for (const one of [blocker, blocked]) await enter(server, one, space)
    await say(server, blocked, space, 'Good morning')
    await block(blocker, blocked.user._id)
    const path = `/spaces/${space._id}/folds`
    expect(await read(blocker, path)).toEqual({ blocked: [blocked.user._id], hidden: [] })
    expect(await read(blocked, path)).toEqual({ blocked: [], hidden: [blocker.user._id] })
    expect(await read(third, path)).toEqual({ blocked: [], hidden: [] })
    expect(await read(blocker, `/spaces/${space._id}/messages`)).toHaveLength(1)
    expect(await read(blocker, `/spaces/${space._id}`)).toMatchObject({ memberCount: 3 })
    const outsider = await makeSpace(server, blocked, { name: 'Elsewhere' })
    const refused = await server.call('GET', `/spaces/${outsider._id}/folds`, { as: blocker })
    expect(refused.statusCode).toBe(403)
  })

  it('makes both read anew, tells neither, and nobody else hears of it', async () => {
    const sockets = await Promise.all([blocker, blocked, third].map((one) => connect(server, one)))
    const [first, second, outside] = sockets
    await block(blocker, blocked.user._id)
    expect(await first?.next('friends_changed')).toMatchObject({ memberId: blocked.user._id })
    expect(await second?.next('friends_changed')).toMatchObject({ memberId: blocker.user._id })
    // What the block hides would be told once it is lifted: nothing is stored.
    const told = server.services.db.selectFrom('notifications').select(['user_id', 'kind'])
    expect(await told.execute()).toEqual([])
    await outside?.flushed()
    expect(outside?.received.map(({ type }) => type)).not.toContain('friends_changed')
  })

  it('is made of a thousand people at most', async () => {
    const users = Array.from({ length: BLOCKED_MAX }, (_, index) =>
      memberRow(`Guest${index}`, 1_000 + index),
    )
    const { db } = server.services
    for (let start = 0; start < users.length; start += 250)
      await db
        .insertInto('users')
        .values(users.slice(start, start + 250))
        .execute()
    const rows = users.map(({ id }) => ({ user_id: blocker.id, blocked_id: id, created_at: 1 }))
    await db.insertInto('blocks').values(rows).execute()
    const answer = await block(blocker, blocked.user._id)
    expect([answer.statusCode, answer.json().msg]).toEqual([409, MESSAGES.blockedFull])
    expect((await profile(blocker, blocked)).statusCode).toBe(200)
  })
})
