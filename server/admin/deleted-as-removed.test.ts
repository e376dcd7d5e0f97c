import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Space } from '../../contract/spaces.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { remove } from '../../tests/actions/removal-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { lockIsAwaited, whileHeld } from '../../tests/awaited-lock.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { isPostgres, withRowLock } from '../platform/database/portable-sql.ts'
import type { Queryable } from '../schema.ts'
import { postsWithoutVisibilityCheck } from '../visibility/visible-queries.ts'

// Its author deletes something while it is removed: it is deleted, and cannot be given back.

let server: TestServer
let administrator: Member
let author: Member
let spaceAdmin: Member
let space: Space
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  author = await server.join(ben)
  spaceAdmin = await server.join(cleo)
  space = await makeSpace(server, spaceAdmin)
  await enter(server, author, space)
})
afterAll(() => server.close())

interface Thing {
  /** What both wait for. */
  hold(trx: Queryable): Promise<unknown>
  remove(): Promise<number>
  delete(): Promise<number>
}

const statusOf = async (as: Member, path: string) =>
  (await server.call('DELETE', path, { as })).statusCode

const THINGS = {
  async post(): Promise<Thing> {
    const { _id } = await post(server, author, 'Something')
    const held = (trx: Queryable) =>
      postsWithoutVisibilityCheck(trx).select('posts.id').where('posts.id', '=', Number(_id))
    return {
      hold: (trx) => withRowLock(trx, held(trx)).execute(),
      remove: () => remove(server, administrator, `post/${_id}`),
      delete: () => statusOf(author, `/posts/${_id}`),
    }
  },
  async message(): Promise<Thing> {
    const { _id } = await say(server, author, space, 'Something')
    const path = `/spaces/${space._id}/messages/${_id}`
    const held = (trx: Queryable) =>
      trx.selectFrom('spaces').select('id').where('id', '=', Number(space._id))
    return {
      hold: (trx) => withRowLock(trx, held(trx)).execute(),
      remove: () => statusOf(spaceAdmin, `${path}?reason=Rude`),
      delete: () => statusOf(author, path),
    }
  },
}

it.each(['post', 'message'] as const)('a %s', async (kind) => {
  const { db } = server.services
  const thing = await THINGS[kind]()
  if (isPostgres(db)) {
    const underWay: Promise<number>[] = []
    await whileHeld(db, async (trx) => {
      await thing.hold(trx)
      for (const act of [thing.remove, thing.delete]) {
        const begun = act()
        underWay.push(begun)
        await lockIsAwaited(db, begun, underWay.length)
      }
    })
    expect(await Promise.all(underWay)).toEqual([200, 200])
  } else expect([await thing.remove(), await thing.delete()]).toEqual([200, 200])
  expect(await db.selectFrom('removals').selectAll().execute()).toEqual([])
  expect(await thing.delete()).toBe(404)
})
