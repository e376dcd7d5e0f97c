import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { CLOSED } from '../../contract/realtime.ts'
import { ada, ben } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Schema } from '../schema.ts'
import type { Connection } from './connection.ts'
import { Hub } from './hub.ts'
import type { ConnectionActor, MemberReads } from './member-reads.ts'
import { startSessionExpiry } from './session-expiry.ts'

const SECOND_MS = 1_000

let server: TestServer
let one: Member
let other: Member
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await openTestServer()
  one = await server.join(ada)
  other = await server.join(ben)
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

describe('a session that another process ended without a word', () => {
  it('is closed within a second, and no other', async () => {
    const clients = [await connect(server, one), await connect(server, one)]
    const elsewhere = server.database.connect<Schema>()
    const first = await elsewhere
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', one.id)
      .executeTakeFirstOrThrow()
    const again = await connect(server, await server.signIn(one))
    const bystander = await connect(server, other)
    await elsewhere.deleteFrom('sessions').where('id', '=', first.id).execute()
    vi.advanceTimersByTime(SECOND_MS)
    for (const client of clients) expect(await client.closed).toBe(CLOSED.unauthorized)
    vi.advanceTimersByTime(SECOND_MS)
    await Promise.all([again.flushed(), bystander.flushed()])
  })

  it('is closed with the account that is deleted', async () => {
    const client = await connect(server, one)
    const bystander = await connect(server, other)
    const elsewhere = server.database.connect<Schema>()
    await elsewhere.deleteFrom('users').where('id', '=', one.id).execute()
    vi.advanceTimersByTime(SECOND_MS)
    expect(await client.closed).toBe(CLOSED.unauthorized)
    await bystander.flushed()
  })
})

it('closes a session whose time is over within a second', async () => {
  const remembered = await connect(server, await server.signIn(other, true))
  const client = await connect(server, one)
  // What others may have ended is looked for first, and not again while nobody writes.
  vi.advanceTimersByTime(SECOND_MS)
  await Promise.all([client.flushed(), remembered.flushed()])
  server.pass(DAY_MS + 1)
  await Promise.all([client.flushed(), remembered.flushed()])
  vi.advanceTimersByTime(SECOND_MS)
  expect(await client.closed).toBe(CLOSED.unauthorized)
  await remembered.flushed()
})

it('reads no session as long as nobody else writes', async () => {
  const hub = new Hub<Connection<ConnectionActor>>()
  const actor = { id: 1, username: 'ada', sessionId: 'one', sessionExpiresAt: DAY_MS }
  hub.add({ memberId: 1, sessionId: 'one', actor } as Connection<ConnectionActor>)
  let state = 'first'
  const endedSessions = vi.fn(async (_ids: string[]) => [] as string[])
  const expiry = startSessionExpiry(hub, {
    reads: { endedSessions } as unknown as MemberReads<ConnectionActor>,
    clock: () => 0,
    log: { debug() {}, warn() {} },
    databaseState: async () => state,
  })
  const asked = async () => {
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
    return endedSessions.mock.calls.length
  }
  expect([await asked(), await asked()]).toEqual([1, 1])
  state = 'second'
  endedSessions.mockRejectedValueOnce(new Error('away'))
  // What could not be read is read again.
  expect([await asked(), await asked()]).toEqual([3, 3])
  await expiry.stop()
})
