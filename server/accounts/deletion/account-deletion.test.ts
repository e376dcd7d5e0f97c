import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/accounts.ts'
import type { Space } from '../../../contract/spaces.ts'
import { callOrThrow } from '../../../tests/actions/calls.ts'
import { befriend, requestFriendship } from '../../../tests/actions/post-actions.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { liveHere, seen, settle, WORD } from '../../../tests/scenes/deletion-scene.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import type { DomainEvent } from '../../realtime/bus.ts'

/** Tables that hold nothing of any member. */
const NOBODYS = [
  'community',
  'counters',
  'deleted_posts',
  'deleted_spaces',
  'deletion_receipts',
  'former_usernames',
  'link_cards',
  'row_counts',
  'server_state',
  'spent_challenges',
]

let server: TestServer
let friend: Member
let stranger: Member
beforeEach(async () => {
  server = await openTestServer()
  friend = await server.join(ada)
  stranger = await server.join(ben)
})
afterEach(() => server.close())

const remove = (as?: Member) => server.call('DELETE', '/users/me', as ? { as } : {})

async function imageFiles(): Promise<string[]> {
  const folder = join(server.dataDir, 'images')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** The tables in which any of these texts stands, each with what was found. */
async function mentions(traces: string[]): Promise<Map<string, string[]>> {
  const isTrace = new RegExp(`(?<![a-z0-9])(${traces.join('|')})(?![a-z0-9])`, 'i')
  const found = new Map<string, string[]>()
  for (const { name } of await server.services.db.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(server.services.db)
    const values = rows.flatMap((row) => Object.values(row))
    const texts = values.map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : String(value),
    )
    found.set(name, [...new Set(texts.filter((text) => isTrace.test(text)))])
  }
  return found
}

async function tablesWith(traces: string[]): Promise<string[]> {
  return [...(await mentions(traces))]
    .filter(([, texts]) => texts.length > 0)
    .map(([table]) => table)
}

async function tablesWithout(traces: string[]): Promise<string[]> {
  return [...(await mentions(traces))]
    .filter(([, texts]) => texts.length === 0)
    .map(([table]) => table)
}

describe('when an account is deleted', () => {
  it.each([
    ['they asked', 'stranger'],
    ['who asked them', 'leaver'],
  ])('nothing of it remains, and nothing of others goes, with one %s', async (_what, asked) => {
    const world = await settle(server, { friend, stranger })
    const before = await seen(world)
    const filesBefore = await imageFiles()
    const [leaver, traces] = await liveHere(world)
    if (asked === 'leaver') await requestFriendship(server, stranger, leaver)
    else await requestFriendship(server, leaver, stranger)
    // A new table: let Cleo leave something in it (tests/scenes/deletion-scene.ts), or say that it is
    // nobody's.
    expect((await tablesWithout(traces)).sort()).toEqual(NOBODYS)
    expect(await seen(world)).not.toEqual(before)
    expect((await imageFiles()).length).toBeGreaterThan(filesBefore.length)

    const answer = await remove(leaver)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.accountDeleted])
    // Pictures of others that were shown go from this browser as with a session.
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    await expect.poll(imageFiles).toEqual(filesBefore)
    await expect.poll(() => tablesWith(traces)).toEqual([])
    expect(await seen(world)).toEqual(before)
  })

  it('is gone for everybody at once, though nothing of it was removed yet', async () => {
    const world = await settle(server, { friend, stranger })
    const before = await seen(world)
    const [leaver, traces] = await liveHere(world)
    await requestFriendship(server, leaver, stranger)
    // As if the process ended right after the first step.
    await server.services.accountJobs.stop()
    await remove(leaver)
    expect(await seen(world)).toEqual(before)
    const { spaces } = await callOrThrow(server)(friend, 'GET', '/spaces')
    expect(spaces.map(({ _id }: Space) => _id).sort()).toEqual(
      [world.garden, world.cellar, world.porch].map(({ _id }) => _id).sort(),
    )
    for (const path of ['/admin/acts', '/users/search?q=cleo', `/users/all?q=${WORD}`])
      expect(JSON.stringify(await callOrThrow(server)(friend, 'GET', path))).not.toContain(
        cleo.username,
      )
    const { email, password } = cleo
    const answer = await server.call('POST', '/users/login', { body: { email, password } })
    expect(answer.statusCode).toBe(400)
    const gone = [`/users/${leaver.user._id}/profile`, `/posts/${traces[1]}`]
    for (const path of gone)
      expect((await server.call('GET', path, { as: friend })).statusCode).toBe(404)
    expect(await tablesWith(traces)).toContain('posts')

    const next = await openTestServer({ beside: server })
    await expect.poll(() => tablesWith(traces)).toEqual([])
    expect(await seen(world)).toEqual(before)
    await next.close()
    // The name may be somebody's again.
    expect((await server.join(cleo)).id).not.toBe(leaver.id)
  })

  it('every session ends, and the name and the address are free', async () => {
    const leaver = await server.join(cleo)
    const elsewhere = await server.signIn(cleo)
    await remove(leaver)
    for (const as of [leaver, elsewhere])
      expect((await server.call('GET', '/users/user', { as })).statusCode).toBe(401)
    const { email, password } = cleo
    const answer = await server.call('POST', '/users/login', { body: { email, password } })
    expect(answer.statusCode).toBe(400)
    expect((await server.join(cleo)).user.userNumber).toBeGreaterThan(leaver.user.userNumber)
  })

  it('friends and those with a request hear of it, once, and the sockets are closed', async () => {
    const leaver = await server.join(cleo)
    await befriend(server, leaver, friend)
    await requestFriendship(server, stranger, leaver)
    const told: DomainEvent[] = []
    server.services.bus.subscribe((event) => void told.push(event))
    await remove(leaver)
    const memberId = leaver.id
    const changes = told.filter(
      (each) => each.kind === 'broadcast' && each.event.type === 'friends_changed',
    )
    expect(changes).toEqual([
      {
        kind: 'broadcast',
        topics: expect.any(Array),
        event: { type: 'friends_changed', memberId: String(memberId) },
      },
    ])
    const topics = changes.flatMap((each) => (each.kind === 'broadcast' ? each.topics : []))
    expect(topics.sort()).toEqual([friend, stranger].map(({ user }) => `member:${user._id}`).sort())
    expect(told.at(-1)).toEqual({ kind: 'sessions-ended', memberId })
  })

  it('it is one’s own, and once', async () => {
    const leaver = await server.join(cleo)
    expect((await remove()).statusCode).toBe(401)
    const body = { _id: friend.user._id, id: friend.user._id, user: friend.user._id }
    const answers = await Promise.all([
      server.call('DELETE', '/users/me', { as: leaver, body }),
      remove(leaver),
    ])
    for (const { statusCode } of answers) expect([200, 401]).toContain(statusCode)
    expect((await callOrThrow(server)(friend, 'GET', '/users/user')).username).toBe('Ada')
    expect((await server.call('GET', '/users/user', { as: leaver })).statusCode).toBe(401)
  })
})
