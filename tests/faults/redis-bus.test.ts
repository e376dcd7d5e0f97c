import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLOSED, type ServerEvent } from '../../contract/realtime.ts'
import type { Space } from '../../contract/spaces.ts'
import type { TestRedis } from '../../scripts/redis.ts'
import { enter, makeSpace, say } from '../actions/space-actions.ts'
import { snug } from '../commands.ts'
import { ada, ben, cleo } from '../people.ts'
import { connect, type RealtimeClient } from '../realtime-client.ts'
import type { Member, TestServer } from '../test-server.ts'
import { openBeside, openRedis, openWithRedis, watchStream } from './redis-servers.ts'

let redis: TestRedis
let one: TestServer
let other: TestServer
let adaHere: Member
let benHere: Member
let cleoHere: Member
let space: Space
beforeEach(async () => {
  redis = await openRedis()
  one = await openWithRedis(redis)
  adaHere = await one.join(ada)
  benHere = await one.join(ben)
  cleoHere = await one.join(cleo)
  space = await makeSpace(one, adaHere)
  await enter(one, benHere, space)
  other = await openBeside(one, redis)
})
afterEach(async () => {
  await other.close()
  await one.close()
  await redis.remove()
})

it('brings what is said through one process to sockets on the other, in order', async () => {
  const client = await connect(other, benHere)
  const local = await connect(one, benHere)
  const contents = Array.from({ length: 30 }, (_, index) => `message ${index}`)
  for (const content of contents) await say(one, adaHere, space, content)
  for (const content of contents) {
    expect((await client.next('message_created')).message.content).toBe(content)
    expect((await local.next('message_created')).message.content).toBe(content)
  }
  // Whatever came twice came before the next.
  await say(one, adaHere, space, 'the last')
  for (const each of [client, local]) {
    expect((await each.next('message_created')).message.content).toBe('the last')
    expect(each.received).toEqual([])
  }
})

it('tells the other devices of a member, wherever they are connected, how far they read and what they mute', async () => {
  await say(one, adaHere, space, 'Tea?')
  const there = await connect(other, benHere)
  const read = { as: benHere, body: { seq: 1 } }
  expect((await one.call('PUT', `/spaces/${space._id}/read`, read)).statusCode).toBe(200)
  expect((await there.next('space_read')).seq).toBe(1)
  const mute = { as: benHere, body: { until: null } }
  expect((await one.call('PUT', `/spaces/${space._id}/mute`, mute)).statusCode).toBe(200)
  await there.next('mute_changed')
})

it('ends the rights and the sessions of sockets on the other', async () => {
  const client = await connect(other, benHere)
  await one.call('DELETE', `/spaces/${space._id}/members/${benHere.user._id}`, { as: adaHere })
  await client.next('space_left')
  await say(other, adaHere, space, 'Is he gone?')
  await client.flushed()
  expect(client.received.filter(({ type }) => type === 'message_created')).toEqual([])
  await one.call('POST', '/users/logout', { as: benHere })
  expect(await client.closed).toBe(CLOSED.unauthorized)
})

it('closes the sockets of a member whom the command line deletes', async () => {
  const clients = [await connect(one, benHere), await connect(other, benHere)]
  const bystander = await connect(other, adaHere)
  const { databaseUrl, dataDir } = one.database
  const environment = {
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: dataDir,
    REDIS_URL: redis.url,
  }
  const words = ['member', 'delete', 'Ben', '--reason', 'Enough', '--yes']
  const { code } = await snug(words, environment)
  expect(code).toBe(0)
  const codes = await Promise.all(clients.map(({ closed }) => closed))
  expect(codes).toEqual([CLOSED.unauthorized, CLOSED.unauthorized])
  await bystander.flushed()
})

it('soon closes sockets once the command line made other keys', async () => {
  // Without others, of which none falls silent by this clock.
  const alone = await openWithRedis(redis)
  const client = await connect(alone, await alone.join(ada))
  const { databaseUrl, dataDir } = alone.database
  const environment = {
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: dataDir,
    REDIS_URL: redis.url,
  }
  expect((await snug(['keys', 'rotate', '--yes'], environment)).code).toBe(0)
  const later = performance.now() + 31_000
  vi.spyOn(performance, 'now').mockImplementation(() => later)
  expect(await client.closed).toBe(CLOSED.comeBack)
  await alone.close()
})

/** Waits until the client is told that exactly these are in the chat. */
async function sees(client: RealtimeClient, ...members: Member[]) {
  const wanted = new Set(members.map(({ user }) => user._id))
  for (;;) {
    const { userIds } = await client.next('presence')
    if (wanted.size === userIds.length && userIds.every((id) => wanted.has(id))) return
  }
}

it('shows who is in a chat over both', async () => {
  const here = await connect(one, adaHere)
  here.send({ type: 'be_in_spaces', spaceIds: [space._id] })
  await sees(here, adaHere)
  const there = await connect(other, benHere)
  there.send({ type: 'be_in_spaces', spaceIds: [space._id] })
  await sees(here, adaHere, benHere)
  await sees(there, adaHere, benHere)
  await there.close()
  await sees(here, adaHere)
})

it('tells a process that comes later who is in a chat, and forgets one that leaves', async () => {
  const here = await connect(one, adaHere)
  here.send({ type: 'be_in_spaces', spaceIds: [space._id] })
  await here.next('presence')
  const third = await openBeside(one, redis)
  const there = await connect(third, benHere)
  there.send({ type: 'be_in_spaces', spaceIds: [space._id] })
  await sees(there, adaHere, benHere)
  await sees(here, adaHere, benHere)
  await third.close()
  await sees(here, adaHere)
})

it('keeps two communities on one Redis apart', async () => {
  const elsewhere = await openWithRedis(redis)
  const besideElsewhere = await openBeside(elsewhere, redis)
  const stranger = await elsewhere.join(cleo)
  const theirs = await connect(elsewhere, stranger)
  const ours = await connect(other, cleoHere)
  theirs.send({ type: 'watch_feed', feed: 'public' })
  ours.send({ type: 'watch_feed', feed: 'public' })
  await theirs.flushed()
  await ours.flushed()
  const tell = (by: TestServer, event: ServerEvent) =>
    by.services.bus.publish({ kind: 'broadcast', topics: ['feed:public'], event })
  tell(one, { type: 'new_posts', feed: 'public' })
  await ours.next('new_posts')
  // On one stream this would come behind it.
  tell(besideElsewhere, { type: 'community_changed' })
  await theirs.next('community_changed')
  expect(theirs.received).toEqual([])
  await besideElsewhere.close()
  await elsewhere.close()
})

it('goes on locally while Redis is dead, and has every socket come back with it', async () => {
  const clients = [await connect(one, benHere), await connect(other, benHere)] as const
  const stream = watchStream()
  await redis.kill()
  await say(one, adaHere, space, 'Can you hear me?')
  await clients[0].next('message_created')
  await clients[1].flushed()
  expect(clients[1].received).toEqual([])
  await redis.start()
  expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([1012, 1012])
  await stream.heartbeats(4)
  const back = await connect(other, benHere)
  await say(one, adaHere, space, 'And now?')
  expect((await back.next('message_created')).message.content).toBe('And now?')
  await stream.heartbeats(6)
  expect(back.socket.readyState).toBe(back.socket.OPEN)
})

it('has sockets read what is true every half minute while Redis is away', async () => {
  const stream = watchStream()
  await redis.kill()
  const client = await connect(other, benHere)
  // Both have lost something.
  for (const server of [one, other]) await say(server, adaHere, space, 'Who hears this?')
  await stream.heartbeats(4)
  // From here on only this clock tells how long Redis is away.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  now += 20_000
  await stream.heartbeats(4)
  expect(client.socket.readyState).toBe(client.socket.OPEN)
  now += 11_000
  expect(await client.closed).toBe(CLOSED.comeBack)
})

it('tells nothing to a member who was removed while Redis hung', async () => {
  const client = await connect(other, benHere)
  const stream = watchStream()
  redis.hang()
  await one.call('DELETE', `/spaces/${space._id}/members/${benHere.user._id}`, { as: adaHere })
  await say(one, adaHere, space, 'Only for us')
  // What was published then has got nowhere.
  await expect.poll(() => stream.count('event', 'rejected')).toBeGreaterThanOrEqual(2)
  expect(stream.count('event', 'fulfilled')).toBe(0)
  redis.goOn()
  expect(await client.closed).toBe(CLOSED.comeBack)
  const back = await connect(other, benHere)
  await say(other, adaHere, space, 'Still only for us')
  await say(one, adaHere, space, 'And this')
  const forAda = await connect(other, adaHere)
  await say(one, adaHere, space, 'This she hears')
  await forAda.next('message_created')
  await back.flushed()
  expect(back.received).toEqual([])
})

it('soon tells nothing to a member whom a machine removed that alone cannot reach Redis', async () => {
  const reached = await openRedis()
  const apart = await openBeside(one, reached)
  await redis.kill()
  const client = await connect(apart, benHere)
  await one.call('DELETE', `/spaces/${space._id}/members/${benHere.user._id}`, { as: adaHere })
  await expect
    .poll(() => apart.services.db.selectFrom('server_state').select('name').execute())
    .toContainEqual({ name: 'lost events' })
  const later = performance.now() + 31_000
  vi.spyOn(performance, 'now').mockImplementation(() => later)
  expect(await client.closed).toBe(CLOSED.comeBack)
  const back = await connect(apart, benHere)
  const forAda = await connect(apart, adaHere)
  await say(apart, adaHere, space, 'Only for us')
  await forAda.next('message_created')
  await back.flushed()
  expect(back.received).toEqual([])
  await apart.close()
  await reached.remove()
})

it('does not wait for Redis with what it publishes', async () => {
  const client = await connect(one, benHere)
  vi.spyOn(Redis.prototype, 'call').mockReturnValue(new Promise(() => {}))
  await say(one, adaHere, space, 'Nobody takes this')
  expect((await client.next('message_created')).message.content).toBe('Nobody takes this')
  vi.restoreAllMocks()
})

it('loses nothing in silence when the connection of the one who publishes breaks', async () => {
  const cutter = new Redis(redis.url)
  for (let round = 0; round < 5; round++) {
    const client = await connect(other, benHere)
    await cutter.call('CLIENT', 'KILL', 'TYPE', 'normal')
    for (let count = 0; count < 3; count++) await say(one, adaHere, space, `${round} ${count}`)
    const heardAll = async () => {
      for (let count = 0; count < 3; count++) await client.next('message_created')
      return 'heard all'
    }
    const outcome = await Promise.race([client.closed, heardAll().catch(() => client.closed)])
    expect(['heard all', CLOSED.comeBack]).toContain(outcome)
    if (outcome === 'heard all') await client.close()
  }
  cutter.disconnect()
})

it('survives what no process of ours would say', async () => {
  const client = await connect(other, benHere)
  const stranger = new Redis(redis.url)
  const [key = ''] = await stranger.keys('snug:*:events')
  const odd = { kind: 'broadcast' }
  for (const fields of [
    ['x', 'y'],
    ['from', 'x', 'type', 'unheard of'],
    ['from', 'x', 'type', 'event'],
    ['from', 'x', 'type', 'event', 'event', '{"kind'],
    ['from', 'x', 'type', 'event', 'event', JSON.stringify(odd)],
  ])
    await stranger.xadd(key, '*', ...fields)
  stranger.disconnect()
  await say(one, adaHere, space, 'All is well')
  expect((await client.next('message_created')).message.content).toBe('All is well')
})

it('starts without Redis and joins in when it comes', async () => {
  await redis.kill()
  const third = await openBeside(one, redis)
  const news: string[] = []
  third.services.bus.onBusEvent(({ kind }) => news.push(kind))
  await say(third, adaHere, space, 'Alone')
  await redis.start()
  // It hears both others, and whoever was connected has been told to come back.
  await expect.poll(() => news.toSorted()).toEqual(['missed', 'process-came', 'process-came'])
  const client = await connect(third, benHere)
  await say(one, adaHere, space, 'Together')
  expect((await client.next('message_created')).message.content).toBe('Together')
  await third.close()
})
