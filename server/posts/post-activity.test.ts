import { afterAll, beforeAll, expect, it } from 'vitest'
import { befriend, makePrivate, post } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo, jon, max } from '../../tests/people.ts'
import { connect, type RealtimeClient } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../realtime/bus.ts'
import { publishPostChanged } from './post-events.ts'

// What people do with a post is told to the feeds on screen where it stands, and to nobody else.

let server: TestServer
let author: Member
let friend: Member
let other: Member
let stranger: Member
beforeAll(async () => {
  server = await openTestServer()
  await server.join(max)
  author = await server.join(ada)
  friend = await server.join(ben)
  other = await server.join(jon)
  stranger = await server.join(cleo)
  await befriend(server, author, friend)
  await befriend(server, author, other)
})
afterAll(() => server.close())

async function watch(as: Member, feed: 'friends' | 'public'): Promise<RealtimeClient> {
  const line = await connect(server, as)
  line.send({ type: 'watch_feed', feed })
  await line.flushed()
  return line
}

const ACTS: [string, (path: string) => Promise<unknown>][] = [
  ['a like', (path) => call('POST', `${path}/like`)],
  ['a vibe', (path) => call('POST', `${path}/vibes`, { emoji: '🌿' })],
  ['a comment', (path) => call('POST', `${path}/comments`, { text: 'Mmh' })],
]

async function call(method: 'POST', path: string, body?: object) {
  const answer = await server.call(method, path, { as: other, ...(body ? { body } : {}) })
  expect(answer.statusCode).toBeLessThan(300)
}

it.each(ACTS)('%s is told to who may see the post', async (_, act) => {
  await makePrivate(server, author)
  const { _id } = await post(server, author, 'Tea')
  const lines = [await watch(friend, 'friends'), await watch(author, 'friends')]
  const outside = [await watch(stranger, 'friends'), await watch(stranger, 'public')]
  await act(`/posts/${_id}`)
  for (const line of lines)
    expect(await line.next('post_changed')).toEqual({ type: 'post_changed', postId: _id })
  for (const line of outside) {
    await line.flushed()
    expect(JSON.stringify(line.received)).not.toContain(_id)
  }
  for (const line of [...lines, ...outside]) await line.close()
})

it('is told once of many acts at a time, and not of what changes nothing', async () => {
  await makePrivate(server, author, false)
  const { _id } = await post(server, author, 'Soup')
  const line = await watch(stranger, 'public')
  for (let time = 0; time < 5; time++) {
    await call('POST', `/posts/${_id}/like`)
    await call('POST', `/posts/${_id}/unlike`)
  }
  const { _id: later } = await post(server, author, 'Stew')
  await call('POST', `/posts/${later}/unlike`)
  await call('POST', `/posts/${later}/like`)
  const told = async () => (await line.next('post_changed')).postId
  const ids = [await told()]
  while (ids.at(-1) !== later) ids.push(await told())
  expect(ids[0]).toBe(_id)
  expect(ids.length).toBeLessThan(10)
  await line.close()
})

it('is told to the squad alone of what is for it', async () => {
  await makePrivate(server, author)
  const body = { squad: [other.user._id] }
  await server.call('PUT', '/users/squad', { as: author, body })
  const { _id } = await post(server, author, 'Ours', 'squad')
  const [heard, outside] = [await watch(other, 'friends'), await watch(friend, 'friends')]
  await call('POST', `/posts/${_id}/like`)
  expect(await heard.next('post_changed')).toEqual({ type: 'post_changed', postId: _id })
  await outside.flushed()
  expect(JSON.stringify(outside.received)).not.toContain(_id)
  for (const line of [heard, outside]) await line.close()
})

it('is told to nobody but its author while nobody else sees the post', async () => {
  await makePrivate(server, author)
  const { _id } = await post(server, author, 'Mine')
  const { db } = server.services
  const suspend = (until: number | null) =>
    db.updateTable('users').set({ suspended_until: until }).where('id', '=', author.id).execute()
  const event = { id: Number(_id), author_id: author.id }
  const heardBy = async () => {
    const topics: string[] = []
    const publish = (told: DomainEvent) => {
      if (told.kind === 'broadcast') topics.push(...told.topics)
    }
    await publishPostChanged({ trx: db, publish }, event)
    return topics.toSorted()
  }
  const readers = [author, friend, other].map(({ id }) => `feed:${id}`)
  expect(await heardBy()).toEqual(readers.toSorted())
  await suspend(9e12)
  expect(await heardBy()).toEqual([`feed:${author.id}`])
  await suspend(null)
})
