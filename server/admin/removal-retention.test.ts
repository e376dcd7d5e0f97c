import { expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { REMOVAL_KEPT_DAYS } from '../../contract/removal.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { remove } from '../../tests/actions/removal-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { openTestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'
import { deleteOldRemovals } from './removal-retention.ts'

const COMMENTS = 250
const AT_MOST_AT_ONCE = 100

it('a removed post that many replied to goes a little at a time, too', async () => {
  const server = await openTestServer()
  const { db, postJobs } = server.services
  const admin = await server.join(ada)
  const author = await server.join(ben)
  const { _id } = await post(server, author, 'Unkind words')
  const comments = Array.from({ length: COMMENTS }, (_, index) => ({
    ...{ id: newId(), post_id: Number(_id), author_id: author.id },
    ...{ text: 'Word', created_at: index, parent_id: null },
  }))
  await db.insertInto('comments').values(comments).execute()
  const left = async (table: 'posts' | 'comments' | 'deleted_posts') =>
    (await db.selectFrom(table).select('id').execute()).length

  await remove(server, admin, `post/${_id}`)
  await postJobs.stop()
  server.pass((REMOVAL_KEPT_DAYS + 1) * DAY_MS)
  await deleteOldRemovals(server.services)
  expect(await left('comments')).toBeGreaterThanOrEqual(COMMENTS - AT_MOST_AT_ONCE)
  expect([await left('posts'), await left('deleted_posts')]).toEqual([1, 1])

  const next = await openTestServer({ beside: server })
  await expect.poll(() => left('deleted_posts')).toBe(0)
  expect([await left('posts'), await left('comments')]).toEqual([0, 0])
  await next.close()
  await server.close()
})
