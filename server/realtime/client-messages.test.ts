import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { befriend, makePrivate, post } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect, listenToMore } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { type Id, newId } from '../platform/ids.ts'

const SPACE = String(newId())

let server: TestServer
let one: Member
let other: Member
let stranger: Member
const inside = new Set<Id>()
beforeEach(async () => {
  server = await openTestServer()
  one = await server.join(ada)
  other = await server.join(ben)
  stranger = await server.join(cleo)
  inside.clear()
  inside.add(one.id).add(other.id)
  listenToMore(server, async ({ id }) => (inside.has(id) ? [`space:${SPACE}`] : []))
})
afterEach(() => {
  vi.useRealTimers()
  return server.close()
})

describe('typing', () => {
  it('is shown to the others in the space, once a second', async () => {
    const writer = await connect(server, one)
    const ownTab = await connect(server, one)
    const reader = await connect(server, other)
    writer.send({ type: 'typing', spaceId: SPACE })
    writer.send({ type: 'typing', spaceId: SPACE })
    await writer.flushed()
    await reader.flushed()
    const shown = { type: 'typing', spaceId: SPACE, userId: one.user._id, username: 'Ada' }
    expect(reader.received).toEqual([shown])
    server.pass(1_000)
    writer.send({ type: 'typing', spaceId: SPACE })
    await writer.flushed()
    await reader.flushed()
    expect(reader.received).toEqual([shown, shown])
    await ownTab.flushed()
    expect([writer.received, ownTab.received]).toEqual([[], []])
  })

  it('is shown once a second, by however many connections', async () => {
    const tabs = [await connect(server, one), await connect(server, one)]
    const reader = await connect(server, other)
    for (const tab of tabs) {
      tab.send({ type: 'typing', spaceId: SPACE })
      await tab.flushed()
    }
    await reader.flushed()
    expect(reader.received).toHaveLength(1)
    await tabs[0]?.close()
    tabs[1]?.send({ type: 'typing', spaceId: SPACE })
    await tabs[1]?.flushed()
    await reader.flushed()
    expect(reader.received).toHaveLength(1)
  })

  it('is heard from members of the space only', async () => {
    const reader = await connect(server, other)
    const intruder = await connect(server, stranger)
    intruder.send({ type: 'typing', spaceId: SPACE })
    await intruder.flushed()
    await reader.flushed()
    expect(reader.received).toEqual([])
  })
})

describe('presence', () => {
  const present = (...members: Member[]) => ({
    type: 'presence',
    spaceId: SPACE,
    userIds: members.map(({ user }) => user._id),
  })

  it('counts a member once, however many connections they have', async () => {
    const watcher = await connect(server, other)
    watcher.send({ type: 'be_in_spaces', spaceIds: [SPACE] })
    expect(await watcher.next('presence')).toEqual(present(other))
    const tabs = [await connect(server, one), await connect(server, one)]
    for (const tab of tabs) tab.send({ type: 'be_in_spaces', spaceIds: [SPACE] })
    expect(await watcher.next('presence')).toEqual(present(other, one))
    for (const tab of tabs) expect(await tab.next('presence')).toEqual(present(other, one))
    await tabs[0]?.close()
    // What comes next would lack the member, were one tab less one member less.
    inside.add(stranger.id)
    const third = await connect(server, stranger)
    third.send({ type: 'be_in_spaces', spaceIds: [SPACE] })
    expect(await watcher.next('presence')).toEqual(present(other, one, stranger))
    tabs[1]?.send({ type: 'be_in_spaces', spaceIds: [] })
    expect(await watcher.next('presence')).toEqual(present(other, stranger))
  })

  it('ends with the right and with the connection', async () => {
    const watcher = await connect(server, other)
    watcher.send({ type: 'be_in_spaces', spaceIds: [SPACE] })
    await watcher.next('presence')
    const client = await connect(server, one)
    client.send({ type: 'be_in_spaces', spaceIds: [SPACE] })
    expect(await watcher.next('presence')).toEqual(present(other, one))
    inside.delete(one.id)
    const { bus } = server.services
    bus.publish({ kind: 'unsubscribe', memberId: one.id, topic: `space:${SPACE}` })
    expect(await watcher.next('presence')).toEqual(present(other))
    inside.add(one.id)
    const next = await connect(server, one)
    next.send({ type: 'be_in_spaces', spaceIds: [SPACE] })
    expect(await watcher.next('presence')).toEqual(present(other, one))
    next.socket.terminate()
    expect(await watcher.next('presence')).toEqual(present(other))
  })

  it('is told of one’s other spaces, too, where somebody is', async () => {
    const [here, empty] = [String(newId()), String(newId())]
    listenToMore(server, async ({ id }) =>
      id === one.id ? [`space:${here}`, `space:${SPACE}`, `space:${empty}`] : [`space:${SPACE}`],
    )
    const away = await connect(server, other)
    away.send({ type: 'be_in_spaces', spaceIds: [SPACE] })
    expect(await away.next('presence')).toEqual(present(other))
    const comer = await connect(server, one)
    comer.send({ type: 'be_in_spaces', spaceIds: [here] })
    const told = [await comer.next('presence'), await comer.next('presence')]
    expect(told).toContainEqual(present(other))
    expect(told).toContainEqual({ ...present(one), spaceId: here })
  })

  it('is for members of the space only', async () => {
    const watcher = await connect(server, other)
    const intruder = await connect(server, stranger)
    intruder.send({ type: 'be_in_spaces', spaceIds: [SPACE] })
    await intruder.flushed()
    await watcher.flushed()
    expect([intruder.received, watcher.received]).toEqual([[], []])
  })
})

describe('new posts', () => {
  const watch = async (member: Member, feed: 'friends' | 'public' | null) => {
    const client = await connect(server, member)
    client.send({ type: 'watch_feed', feed })
    await client.flushed()
    return client
  }

  it('are told to who has the feed on screen, without their content', async () => {
    await befriend(server, one, other)
    const friend = await watch(other, 'friends')
    const ownTab = await watch(one, 'friends')
    const reader = await watch(stranger, 'public')
    const elsewhere = [await watch(other, null), await watch(stranger, 'friends')]
    await post(server, one, 'Hello')
    expect(await friend.next('new_posts')).toEqual({ type: 'new_posts', feed: 'friends' })
    expect(await ownTab.next('new_posts')).toEqual({ type: 'new_posts', feed: 'friends' })
    expect(await reader.next('new_posts')).toEqual({ type: 'new_posts', feed: 'public' })
    for (const client of elsewhere) {
      await client.flushed()
      expect(client.received).toEqual([])
    }
    friend.send({ type: 'watch_feed', feed: 'public' })
    await friend.flushed()
    await post(server, one, 'Again')
    await ownTab.next('new_posts')
    expect((await friend.next('new_posts')).feed).toBe('public')
  })

  it('between the reading of a feed and its watching are said to be missed', async () => {
    await befriend(server, one, other)
    const asked = async (member: Member, feed: 'friends' | 'public', heardMsAgo: number) => {
      const client = await connect(server, member)
      client.send({ type: 'watch_feed', feed, heardMsAgo })
      return (await client.next('feed_watched')).isMissed
    }
    server.pass(60_000)
    expect(await asked(other, 'friends', 3_000)).toBe(false)
    await makePrivate(server, one)
    await post(server, one, 'Hello')
    server.pass(10_000)
    expect(await asked(other, 'friends', 12_000)).toBe(true)
    expect(await asked(other, 'friends', 1_000)).toBe(false)
    expect(await asked(stranger, 'friends', 12_000)).toBe(false)
    expect(await asked(stranger, 'public', 12_000)).toBe(false)
    expect(await asked(stranger, 'public', 600_000)).toBe(true)
  })

  it('of a private member are no news for the public', async () => {
    await befriend(server, one, other)
    await makePrivate(server, one)
    const friend = await watch(other, 'friends')
    const reader = await watch(stranger, 'public')
    await post(server, one, 'For friends')
    await friend.next('new_posts')
    await reader.flushed()
    expect(reader.received).toEqual([])
  })

  it('come at most once a second to the public feed, and the last is not lost', async () => {
    const reader = await watch(stranger, 'public')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (let made = 0; made < 5; made++) await post(server, one, `Post ${made}`)
    for (const received of [1, 2, 2]) {
      await reader.flushed()
      expect(reader.received).toHaveLength(received)
      vi.advanceTimersByTime(1_000)
    }
  })
})
