import { describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/profile.ts'
import { feed, post, texts } from '../../tests/actions/post-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../tests/scenes/scene-for-each.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../realtime/bus.ts'

const TOGGLES = ['/users/privacy/toggle', '/users/users/privacy/toggle']

let server: TestServer
let member: Member
let other: Member
let told: DomainEvent[]
openForEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  other = await server.join(ben)
  told = []
  server.services.bus.subscribe((event) => void told.push(event))
  return server
})

const put = (as: Member | undefined, path: string, body?: object) =>
  server.call('PUT', path, { ...(as ? { as } : {}), ...(body === undefined ? {} : { body }) })
const read = async (as: Member) => (await server.call('GET', '/users/privacy', { as })).json()

describe('privacy', () => {
  it('is said to its owner only', KEEPS_SCENE, async () => {
    expect(await read(member)).toEqual({ isPrivate: false, earlierPosts: 0 })
    expect((await server.call('GET', '/users/privacy')).statusCode).toBe(401)
  })

  it('is set, and hides what was shown at once', async () => {
    await post(server, member, 'Hello')
    expect(texts(await feed(server, other, 'public'))).toEqual(['Hello'])
    const answer = await put(member, '/users/privacy', { isPrivate: true, _id: other.user._id })
    expect([answer.statusCode, answer.json()]).toEqual([200, { isPrivate: true }])
    expect(await read(member)).toEqual({ isPrivate: true, earlierPosts: 1 })
    expect(await read(other)).toEqual({ isPrivate: false, earlierPosts: 0 })
    expect(texts(await feed(server, other, 'public'))).toEqual([])
    await put(member, '/users/privacy', { isPrivate: false })
    expect(texts(await feed(server, other, 'public'))).toEqual(['Hello'])
  })

  it('asks for a token', KEEPS_SCENE, async () => {
    for (const path of ['/users/privacy', ...TOGGLES])
      expect((await put(undefined, path, { isPrivate: true })).statusCode).toBe(401)
    expect(await read(member)).toEqual({ isPrivate: false, earlierPosts: 0 })
  })

  it.each([{}, { isPrivate: 'true' }, { isPrivate: 1 }, { isPrivate: null }])(
    'is not set by %j',
    KEEPS_SCENE,
    async (body) => {
      const answer = await put(member, '/users/privacy', body)
      expect([answer.statusCode, answer.json().msg]).toEqual([400, MESSAGES.privacyInvalid])
    },
  )

  it('is announced to the member', async () => {
    await put(member, '/users/privacy', { isPrivate: true })
    await put(member, '/users/privacy/toggle')
    const topics = [`member:${member.user._id}`]
    const event = { kind: 'broadcast', topics, event: { type: 'account_changed' } }
    expect(told).toEqual([event, event])
  })
})

describe.each(TOGGLES)('PUT %s', (path) => {
  it('flips it, posts included', async () => {
    await post(server, member, 'Hello')
    expect((await put(member, path)).json()).toEqual({ isPrivate: true })
    expect(texts(await feed(server, other, 'public'))).toEqual([])
    expect((await put(member, path)).json()).toEqual({ isPrivate: false })
    expect(texts(await feed(server, other, 'public'))).toEqual(['Hello'])
    expect(await read(other)).toEqual({ isPrivate: false, earlierPosts: 0 })
  })

  it('flips it once for each of many at the same moment', async () => {
    await post(server, member, 'Hello')
    const answers = await Promise.all(Array.from({ length: 7 }, () => put(member, path)))
    const said = answers.map((answer) => answer.json().isPrivate)
    expect(said.filter(Boolean)).toHaveLength(4)
    expect(await read(member)).toEqual({ isPrivate: true, earlierPosts: 1 })
    expect(texts(await feed(server, other, 'public'))).toEqual([])
  })
})
