import type { Transaction } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { post } from '../../../tests/actions/post-actions.ts'
import { lockIsAwaited } from '../../../tests/awaited-lock.ts'
import { ada, ben } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { isPostgres, withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable, Schema } from '../../schema.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'
import { anonymizeSomeMentions } from '../mentions/mention-queries.ts'
import { removeSomeFromPosts } from './account-deletion.ts'
import {
  deleteSomeComments,
  deleteSomeReactions,
  deleteSomeVibes,
  lockPosts,
} from './account-deletion-queries.ts'

// What a deleted member gave is removed while others delete what it was given to.

let server: TestServer
let author: Member
let member: Member
let ids: Id[]
beforeEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  member = await server.join(ben)
  ids = []
  for (const text of ['One', 'Two', 'Three']) {
    const { _id } = await post(server, author, text)
    const by = (path: string, body: object) =>
      server.call('POST', `/posts/${_id}/${path}`, { as: member, body })
    await server.call('POST', `/posts/${_id}/like`, { as: member })
    await by('vibes', { emoji: '🫖' })
    await by('comments', { text: 'Hello' })
    ids.push(Number(_id))
  }
})
afterEach(() => server.close())

const KINDS = [
  ['post_reactions', deleteSomeReactions],
  ['vibes', deleteSomeVibes],
  ['comments', deleteSomeComments],
] as const

it.each(KINDS)('who deletes a post meanwhile waits in no ring: %s', async (table, deleteSome) => {
  const { db } = server.services
  const left = (trx: Queryable) =>
    trx.selectFrom(table).select('post_id').where('post_id', 'in', ids).execute()
  expect(await left(db)).toHaveLength(3)
  const remove = () => db.transaction().execute((trx) => deleteSome(trx, member.id))
  const [, second] = ids
  if (second === undefined) throw new Error('No post is there.')
  let removing: Promise<boolean> | undefined
  await db.transaction().execute(async (trx) => {
    const held = postsWithoutVisibilityCheck(trx).select('posts.id').where('posts.id', '=', second)
    await withRowLock(trx, held).execute()
    removing = remove()
    removing.catch(() => {})
    if (isPostgres(db)) await lockIsAwaited(db, removing)
    await trx.deleteFrom('posts').where('id', '=', second).execute()
  })
  expect(await removing).toBe(true)
  while (await remove());
  expect(await left(db)).toEqual([])
  const counts = await postsWithoutVisibilityCheck(db)
    .select(['posts.id', 'like_count', 'comment_count'])
    .where('posts.id', 'in', ids)
    .execute()
  const counted = { post_reactions: 'like_count', vibes: null, comments: 'comment_count' } as const
  const column = counted[table]
  expect(counts.map((row) => (column ? row[column] : 0))).toEqual([0, 0])
})

/**
 * Posts are removed while the second of them is held by who takes away what stands in this table.
 */
async function besideHolder(
  table: 'post_reactions' | 'vibes' | 'post_mentions',
  remove: (trx: Transaction<Schema>) => Promise<boolean>,
) {
  const { db } = server.services
  const left = db.selectFrom(table).select('post_id').where('post_id', 'in', ids)
  expect(await left.execute()).toHaveLength(3)
  const [, second] = ids
  if (second === undefined) throw new Error('No post is there.')
  const removeSome = () => db.transaction().execute(remove)
  let removing: Promise<boolean> | undefined
  await db.transaction().execute(async (trx) => {
    await lockPosts(trx, [second])
    removing = removeSome()
    removing.catch(() => {})
    if (isPostgres(db)) await lockIsAwaited(db, removing)
    await trx.deleteFrom(table).where('post_id', '=', second).execute()
  })
  expect(await removing).toBe(true)
  while (await removeSome());
  expect(await left.execute()).toEqual([])
}

it.each(['post_reactions', 'vibes'] as const)(
  'an author’s posts go in no ring with who takes back what they gave: %s',
  async (table) => {
    await besideHolder(table, (trx) =>
      removeSomeFromPosts(server.services, { trx, publish() {} }, author.id),
    )
  },
)

it('mentions are forgotten in no ring with who deletes the post they are in', async () => {
  for (const id of ids)
    await server.call('PUT', `/posts/${id}`, { as: author, body: { text: 'Hello @Ben' } })
  await besideHolder('post_mentions', (trx) => anonymizeSomeMentions(trx, member.id))
})
