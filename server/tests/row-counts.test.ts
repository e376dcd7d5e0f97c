import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Post } from '../../contract/posts.ts'
import { SPACE_VIBES } from '../../contract/spaces.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { makeSpace } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { countRows } from '../admin/stats-queries.ts'
import { countPeople } from '../friends/friend-list-queries.ts'
import { countFound } from '../spaces/discover-queries.ts'
import { visibleMembers, visibleSpaces } from '../visibility/visible-queries.ts'

// The numbers that the database keeps are those that counting finds.

let server: TestServer
let people: Member[]
beforeEach(async () => {
  server = await openTestServer()
  // In turn: the first of them uses the link for the first administrator up.
  people = []
  for (const person of [ada, ben, cleo]) people.push(await server.join(person))
})
afterEach(() => server.close())

async function counted(table: 'users' | 'posts' | 'comments' | 'spaces') {
  const { count } = await server.services.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(table === 'users', (query) => query.where(sql<boolean>`verified_at is not null`))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function expectRight() {
  const { db } = server.services
  const { members, posts, comments, spaces } = await countRows(db)
  const kept = [members, posts, comments, spaces].map(Number)
  const tables = ['users', 'posts', 'comments', 'spaces'] as const
  expect(kept).toEqual(await Promise.all(tables.map(counted)))
  for (const { id } of people) {
    const seen = await visibleMembers(db, id).select('users.id').execute()
    expect(Number((await countPeople(db, id)).members)).toBe(seen.length)
  }
  const found = await visibleSpaces(db).select('vibe').execute()
  expect(await countFound(db, { text: '', vibe: '' })).toBe(found.length)
  for (const vibe of SPACE_VIBES)
    expect(await countFound(db, { text: '', vibe })).toBe(
      found.filter((space) => space.vibe === vibe).length,
    )
}

it('are right after writes at once, blocks, changes and deletions', async () => {
  const [one, two, three] = people as [Member, Member, Member]
  const perAuthor = people.map(async (as) => {
    const texts = ['Tea?', 'Cake?', 'Tea and cake?']
    const posts = await Promise.all(texts.map((text) => post(server, as, text)))
    for (const { _id } of posts)
      await server.call('POST', `/posts/${_id}/comments`, { as, body: { text: 'Yes' } })
    return posts
  })
  const [[first]] = (await Promise.all(perAuthor)) as [[Post]]
  const space = await makeSpace(server, one)
  await makeSpace(server, two, { name: 'Shed', vibe: 'creative' })
  await expectRight()

  await server.call('PUT', `/spaces/${space._id}`, { as: one, body: { vibe: 'creative' } })
  await server.call('PUT', `/users/${three.user._id}/block`, { as: one })
  await server.call('DELETE', `/posts/${first._id}`, { as: one })
  await expectRight()

  await server.services.db
    .updateTable('users')
    .set({ suspended_until: 1 })
    .where('id', '=', three.id)
    .execute()
  await server.call('DELETE', '/users/me', { as: two })
  // On a busy machine it is answered before all of it is gone.
  await server.services.accountJobs.finish(two.id)
  await expectRight()
})
