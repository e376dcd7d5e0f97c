import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoginAnswer } from '../../contract/accounts.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { CLOSED, type ServerEvent } from '../../contract/realtime.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect, listenToMore, openSocket } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../../tests/test-server.ts'
import { mutate } from '../platform/database/mutate.ts'
import { type Id, newId } from '../platform/ids.ts'
import type { DomainEvent, Topic } from './bus.ts'

const SPACE = String(newId())
const TOPIC: Topic = `space:${SPACE}`

let server: TestServer
let one: Member
let other: Member
let stranger: Member
/** Who may hear the space, as a feature would know it. */
const inside = new Set<Id>()
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await openTestServer()
  one = await server.join(ada)
  other = await server.join(ben)
  stranger = await server.join(cleo)
  inside.clear()
  listenToMore(server, async (actor) => (inside.has(actor.id) ? [TOPIC] : []))
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const changed = (spaceId = SPACE): ServerEvent => ({ type: 'space_changed', spaceId })
const broadcast = (event: ServerEvent, ...topics: Topic[]) =>
  server.services.bus.publish({ kind: 'broadcast', topics, event })
const publish = (event: DomainEvent) => server.services.bus.publish(event)

/** Gives or takes the right and says so, as a feature does after its transaction. */
function setInside(member: Member, isInside: boolean) {
  const memberId = member.id
  if (isInside) inside.add(memberId)
  else inside.delete(memberId)
  publish({ kind: isInside ? 'subscribe' : 'unsubscribe', memberId, topic: TOPIC })
}

describe('who hears what', () => {
  it('is who listens to the topic, in order, and nobody else', async () => {
    inside.add(one.id).add(other.id)
    const [ada, ben, cleo] = [
      await connect(server, one),
      await connect(server, other),
      await connect(server, stranger),
    ]
    const ids = Array.from({ length: 50 }, () => String(newId()))
    for (const id of ids) broadcast(changed(id), TOPIC)
    broadcast({ type: 'account_changed' }, `member:${one.user._id}`)
    await Promise.all([ada.flushed(), ben.flushed(), cleo.flushed()])
    expect(ben.received).toEqual(ids.map((id) => changed(id)))
    expect(ada.received).toEqual([...ben.received, { type: 'account_changed' }])
    expect(cleo.received).toEqual([])
  })

  it('hears once what concerns two of their topics', async () => {
    inside.add(one.id)
    const client = await connect(server, one)
    broadcast(changed(), TOPIC, `member:${one.user._id}`)
    await client.flushed()
    expect(client.received).toEqual([changed()])
  })

  it('is every connection of a member, some with an event of their own', async () => {
    inside.add(one.id).add(other.id)
    const clients = [await connect(server, one), await connect(server, one)]
    const witness = await connect(server, other)
    const own = { memberId: one.id, event: { type: 'account_changed' as const } }
    publish({ kind: 'broadcast', topics: [TOPIC], event: changed(), own })
    publish({ kind: 'broadcast', topics: [TOPIC], event: changed(), own: { ...own, event: null } })
    for (const client of [...clients, witness]) await client.flushed()
    for (const client of clients) expect(client.received).toEqual([{ type: 'account_changed' }])
    expect(witness.received).toEqual([changed(), changed()])
  })

  it('begins and ends with the right', async () => {
    const client = await connect(server, one)
    setInside(one, true)
    broadcast(changed(), TOPIC)
    await client.next('space_changed')
    setInside(one, false)
    broadcast(changed(), TOPIC)
    await client.flushed()
    expect(client.received).toEqual([])
  })

  it('follows what is true when two announcements cross', async () => {
    const client = await connect(server, one)
    const memberId = one.id
    setInside(one, true)
    /** What is true is looked up, so it is followed a moment later. */
    const heard = async () => {
      client.received.length = 0
      broadcast(changed(), TOPIC)
      await client.flushed()
      return client.received.length
    }
    publish({ kind: 'unsubscribe', memberId, topic: TOPIC })
    await expect.poll(heard).toBe(1)
    setInside(one, false)
    publish({ kind: 'subscribe', memberId, topic: TOPIC })
    await expect.poll(heard).toBe(0)
  })

  it('is not who lost the right while being let in', async () => {
    inside.add(one.id)
    // The right is read, and taken before the answer comes.
    listenToMore(server, async (actor) => {
      if (inside.has(actor.id)) setInside(one, false)
      return []
    })
    const client = await connect(server, one)
    broadcast(changed(), TOPIC)
    await client.flushed()
    expect(client.received).toEqual([])
  })

  it('hears after ready what happened while being let in, in order', async () => {
    const topics: Topic[] = [`member:${one.user._id}`]
    listenToMore(server, async () => {
      publish({ kind: 'broadcast', topics, event: changed() })
      publish({ kind: 'broadcast', topics, event: { type: 'account_changed' } })
      return []
    })
    const client = await openSocket(server)
    client.send({ type: 'hello', token: one.token })
    await vi.waitFor(() => expect(client.received).toHaveLength(3))
    expect(client.received).toEqual([
      { type: 'ready', unreadCount: 0, unreadConversations: 0 },
      changed(),
      { type: 'account_changed' },
    ])
  })

  it('comes back where something may be true that nobody is told', async () => {
    const clients = [await connect(server, one), await connect(server, other)]
    publish({ kind: 'events-lost' })
    for (const client of clients) expect(await client.closed).toBe(CLOSED.comeBack)
  })

  it('is told after the commit, and nothing if it fails', async () => {
    const client = await connect(server, one)
    const topics: Topic[] = [`member:${one.user._id}`]
    const failing = mutate(server.services, async ({ publish }) => {
      publish({ kind: 'broadcast', topics, event: changed() })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await mutate(server.services, async ({ publish }) =>
      publish({ kind: 'broadcast', topics, event: { type: 'account_changed' } }),
    )
    await client.flushed()
    expect(client.received).toEqual([{ type: 'account_changed' }])
  })
})

describe('a connection too slow', () => {
  it('is given up, and holds nobody else up', async () => {
    const slow = await connect(server, one)
    const quick = await connect(server, other)
    slow.socket.pause()
    const topics: Topic[] = [`member:${one.user._id}`, `member:${other.user._id}`]
    const event: ServerEvent = { type: 'typing', spaceId: SPACE, userId: SPACE, username: 'x' }
    const long = { ...event, username: 'x'.repeat(100_000) }
    for (let told = 0; told < 200 && server.services.realtime.openSockets === 2; told++) {
      publish({ kind: 'broadcast', topics, event: long })
      await new Promise(setImmediate)
      // The server waits for the slow one to answer its farewell; who is quick hears on meanwhile.
      await quick.next('typing')
      if (told % 20 === 0) await quick.flushed()
    }
    await vi.waitFor(() => expect(server.services.realtime.openSockets).toBe(1))
    await quick.flushed()
    slow.socket.terminate()
  })
})

describe('the end of a right to be here', () => {
  it('closes the sockets of the session that signs out, and of no other', async () => {
    const elsewhere = await server.signIn(one)
    const [client, another] = [await connect(server, one), await connect(server, elsewhere)]
    await server.call('POST', '/users/logout', { as: one })
    expect(await client.closed).toBe(CLOSED.unauthorized)
    await another.flushed()
    await expect(connect(server, one)).rejects.toThrow('No ready')
  })

  it('closes all when the account is deleted', async () => {
    const client = await connect(server, one)
    await server.call('DELETE', '/users/me', { as: one })
    expect(await client.closed).toBe(CLOSED.unauthorized)
  })

  it('closes all when the password is reset', async () => {
    const clients = [await connect(server, one), await connect(server, await server.signIn(one))]
    const earlier = server.mails.filter((mail) => mail.to === one.email).length
    await server.call('POST', '/users/forgot-password', { body: { email: one.email } })
    const secret = secretIn(await server.mailTo(one.email, earlier))
    const body = { password: 'Fresh-Tea-For-2!', confirmPassword: 'Fresh-Tea-For-2!' }
    const answer = await server.call('POST', `/users/reset-password/${secret}`, { body })
    expect(answer.statusCode).toBe(200)
    for (const client of clients) expect(await client.closed).toBe(CLOSED.unauthorized)
  })

  it('closes a session whose old token somebody uses again', async () => {
    const client = await connect(server, one)
    let { token } = one
    for (let turn = 0; turn < 2; turn++) {
      const answer = await server.call('POST', '/users/refresh-token', { body: { token } })
      token = answer.json<Pick<LoginAnswer, 'token'>>().token
    }
    await client.flushed()
    await server.call('POST', '/users/refresh-token', { body: { token: one.token } })
    expect(await client.closed).toBe(CLOSED.unauthorized)
  })

  it('closes a session whose time is over, within a minute', async () => {
    const remembered = await connect(server, await server.signIn(other, true))
    const client = await connect(server, one)
    server.pass(DAY_MS + 1)
    // Both have been heard of lately; only the session of one is over.
    await Promise.all([client.flushed(), remembered.flushed()])
    vi.advanceTimersByTime(60_000)
    expect(await client.closed).toBe(CLOSED.unauthorized)
    await remembered.flushed()
  })

  it('is seen also while a connection is being let in', async () => {
    listenToMore(server, async (actor) => {
      await server.services.db.deleteFrom('sessions').where('id', '=', actor.sessionId).execute()
      return []
    })
    const client = await openSocket(server)
    client.send({ type: 'hello', token: one.token })
    expect(await client.closed).toBe(CLOSED.unauthorized)
    expect(client.received).toEqual([])
  })
})
