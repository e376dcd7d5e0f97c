import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Space } from '../../contract/spaces.ts'
import { readAs } from '../../tests/actions/calls.ts'
import { chat, enter, lookAt, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'

let server: TestServer
let admin: Member
let guest: Member
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  guest = await server.join(ben)
})
afterEach(() => server.close())

const mine = (as: Member): Promise<Space[]> => readAs(server, as, '/spaces/my-spaces')
const nameOf = ({ name }: { name: string }) => name

describe('my spaces', () => {
  it('come with what is unread, the last active first', async () => {
    // The older one, so that their activity alone brings them into this order.
    const lively = await makeSpace(server, admin, { name: 'Lively' })
    const quiet = await makeSpace(server, admin, { name: 'Quiet' })
    const stranger = await server.join(cleo)
    await makeSpace(server, stranger, { name: 'Elsewhere' })
    await enter(server, guest, quiet)
    await enter(server, guest, lively)
    server.pass(1_000)
    await say(server, admin, quiet, 'One')
    await say(server, admin, quiet, 'Two')
    server.pass(1_000)
    await say(server, guest, lively, 'Mine')
    const seen = (await mine(guest)).map(({ name, unreadCount }) => [name, unreadCount])
    expect(seen).toEqual([
      ['Lively', 0],
      ['Quiet', 2],
    ])
    expect((await mine(admin)).map(({ unreadCount }) => unreadCount)).toEqual([1, 0])
  })

  it('are the two hundred last active ones of more', async () => {
    const { db } = server.services
    const { _id } = await makeSpace(server, admin)
    const space = await db
      .selectFrom('spaces')
      .selectAll()
      .where('id', '=', Number(_id))
      .executeTakeFirstOrThrow()
    const since = space.last_activity_at
    // The newer, the longer nothing was said in it.
    const more = Array.from({ length: 200 }, (_, index) => {
      return { ...space, id: newId(), name: `${index}`, last_activity_at: since - index - 1 }
    })
    await db.insertInto('spaces').values(more).execute()
    const places = more.map(({ id }) => {
      return { space_id: id, user_id: admin.id, joined_at: since, last_read_seq: 0 }
    })
    await db.insertInto('space_members').values(places).execute()
    expect((await mine(admin)).map(nameOf)).toEqual([space.name, ...more.slice(0, 199).map(nameOf)])
  })

  it('are read as far as was said, never backward and never too far', async () => {
    const space = await makeSpace(server, admin)
    await enter(server, guest, space)
    for (const text of ['One', 'Two', 'Three']) await say(server, admin, space, text)
    const [, two] = await chat(server, guest, space)
    const read = async (seq: number) =>
      (await server.call('PUT', `/spaces/${space._id}/read`, { as: guest, body: { seq } })).json()
        .lastReadSeq
    expect(await read(two?.seq ?? 0)).toBe(2)
    expect((await lookAt(server, guest, space)).unreadCount).toBe(1)
    expect(await read(1)).toBe(2)
    expect(await read(Number.MAX_SAFE_INTEGER)).toBe(3)
    await say(server, admin, space, 'Four')
    expect(await lookAt(server, guest, space)).toMatchObject({
      unreadCount: 1,
      lastReadSeq: 3,
      lastSeq: 4,
    })
  })

  it('count unread messages up to 100, and none of before one came', async () => {
    const space = await makeSpace(server, admin)
    await say(server, admin, space, 'Before')
    expect((await enter(server, guest, space)).unreadCount).toBe(0)
    for (let count = 0; count < 101; count++) await say(server, admin, space, `${count}`)
    expect((await lookAt(server, guest, space)).unreadCount).toBe(100)
  })
})
