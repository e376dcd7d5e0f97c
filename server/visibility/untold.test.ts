import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRIVATE } from '../../tests/access/matrix.ts'
import { addressOf } from '../../tests/access/route-address.ts'
import { openScene, type Scene } from '../../tests/access/scene.ts'
import { connect, type RealtimeClient } from '../../tests/realtime-client.ts'
import type { Member } from '../../tests/test-server.ts'

// Nobody is told who muted, declined, put off or reported them. Whatever they can read on any
// route, what comes over their line and how their own acts are answered is the same before and
// after.

let scene: Scene
/**
 * Whom Ben will mute and report, whose friend request he will decline, and whose letter he puts
 * off.
 */
let concerned: Member[]
let lines: RealtimeClient[]
beforeAll(async () => {
  scene = await openScene()
  const { friend, stranger, member } = scene.people
  concerned = [friend, stranger, member]
  await call(stranger, 'POST', `/users/friend-request/${scene.ids.owner}`)
  lines = []
  for (const one of concerned) lines.push(await connect(scene.server, one))
})
afterAll(async () => {
  for (const line of lines) await line.close()
  await scene.server.close()
})

const call = (as: Member, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  scene.server.call(method, path, { as, ...(body ? { body } : {}) })

/** Reads of the server's own state, by mailed links, and of administrators. */
const NOT_OF_MEMBERS = /health|metrics|challenge|:token|\/admin|\/all$/

async function everythingRead(as: Member): Promise<Map<string, string>> {
  const routes = [...PRIVATE.keys()].filter(
    (route) => route.startsWith('GET ') && !NOT_OF_MEMBERS.test(route),
  )
  const addresses = routes.map((route) => addressOf(scene, route))
  const { ids } = scene
  addresses.push(`/conversations/${ids.pair}`, `/spaces/${ids.pair}/messages`)
  addresses.push(`/spaces/${ids.group}/messages`, `/users/${as.user._id}/profile`)
  const read = new Map<string, string>()
  for (const path of addresses) {
    const answer = await call(as, 'GET', path)
    read.set(path, `${answer.statusCode} ${answer.headers.etag ?? ''} ${answer.body}`)
  }
  return read
}

/**
 * What is answered, and what comes over the lines meanwhile; ids and places are others each time.
 */
async function answersTo(acts: [Member, 'POST' | 'PUT' | 'DELETE', string, object?][]) {
  const answers: string[] = []
  for (const [as, method, path, body] of acts) {
    const { statusCode, body: said } = await call(as, method, path, body)
    answers.push(`${method} ${path}: ${statusCode} ${said}`)
  }
  for (const line of lines) {
    await line.flushed()
    answers.push(JSON.stringify(line.received.splice(0)))
  }
  return answers.map((said) => said.replace(/\d{6,}/g, 'N').replace(/(eq":)\d+/gi, '$1N'))
}

/** Everything that each of them can do towards Ben, and take back so that it can be done again. */
async function tryAll() {
  const { ids } = scene
  const [friend, stranger, member] = concerned as [Member, Member, Member]
  const made = await call(friend, 'POST', '/spaces', { name: 'Nook', description: 'A corner' })
  const nook = `/spaces/${made.json()._id}`
  const said = await call(friend, 'POST', `${nook}/messages`, { content: 'Come in' })
  const { _id: replyTo } = said.json()
  const post = `/posts/${ids.post}`
  const asking = `/users/friend-request/${ids.owner}`
  return answersTo([
    [friend, 'POST', `${nook}/invitations`, { userIds: [ids.owner] }],
    [friend, 'PUT', `${nook}/messages/${replyTo}/pin`],
    [friend, 'POST', `${nook}/messages`, { content: `<@${ids.owner}>`, replyTo }],
    [friend, 'POST', `${nook}/messages`, { content: '', postId: ids.post }],
    [friend, 'POST', `${nook}/messages`, { content: '@here Tea is ready' }],
    [friend, 'POST', `${post}/like`],
    [friend, 'POST', `${post}/unlike`],
    [friend, 'POST', `${post}/vibes`, { emoji: '🌿' }],
    [friend, 'POST', `${post}/vibes`, { emoji: '🌿' }],
    [friend, 'POST', '/conversations', { userIds: [ids.owner] }],
    [friend, 'POST', `/spaces/${ids.group}/messages`, { content: 'Still there?' }],
    [friend, 'POST', asking],
    [stranger, 'POST', asking],
    [stranger, 'DELETE', asking],
    [stranger, 'DELETE', asking],
    [stranger, 'POST', asking],
    [stranger, 'POST', '/conversations', { userIds: [ids.owner] }],
    [member, 'POST', `/spaces/${ids.pair}/messages`, { content: 'Please?' }],
    [member, 'POST', '/conversations', { userIds: [ids.owner] }],
    [member, 'POST', `/spaces/${ids.den}/messages`, { content: 'Hello, Ben' }],
  ])
}

it('whoever is muted, declined, put off or reported reads, hears and can do the same as before', async () => {
  const { ids, people } = scene
  const [friend, stranger] = concerned as [Member, Member]
  // The first time begins conversations.
  await tryAll()
  const answered = await tryAll()
  const before = await Promise.all(concerned.map(everythingRead))
  const { owner } = people
  const report = (kind: string, id: string) =>
    call(owner, 'POST', '/reports', { kind, id, reason: 'unkind', text: 'Look' })
  const done = [
    await call(owner, 'PUT', `/users/${friend.user._id}/mute`, { until: null }),
    await call(owner, 'POST', `/users/friend-request/${stranger.user._id}/reject`),
    await call(owner, 'POST', `/conversations/${ids.pair}/dismiss`),
    await report('comment', ids.comment),
    await report('profile', friend.user._id),
    await call(owner, 'PUT', `/spaces/${ids.den}/mute`, { until: null }),
  ]
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 201, 201, 200])
  for (const line of lines) {
    await line.flushed()
    expect(line.received).toEqual([])
  }
  for (const [place, one] of concerned.entries()) {
    const after = await everythingRead(one)
    expect(after).toEqual(before[place])
    // What is refused on every route would be the same, too.
    const statuses = [...after.values()].map((read) => read.slice(0, 3))
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(25)
  }
  expect(await tryAll()).toEqual(answered)
})
