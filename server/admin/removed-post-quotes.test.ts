import { expect, it } from 'vitest'
import { post } from '../../tests/actions/post-actions.ts'
import { remove, undoLast } from '../../tests/actions/removal-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { openTestServer } from '../../tests/test-server.ts'
import { readNotifications } from '../notifications/notification-list.ts'
import { REMOVAL_KEPT_MS } from '../removals/removals.ts'
import { deleteOldRemovals } from './removal-retention.ts'

it('how a removed post began is told to its author no longer than it can be given back', async () => {
  const server = await openTestServer()
  const admin = await server.join(ada)
  const author = await server.join(ben)
  const kept = await post(server, author, 'Kept for a while')
  const own = await post(server, author, 'Deleted by its author')
  const back = await post(server, author, 'Given back')
  for (const { _id } of [kept, own, back]) await remove(server, admin, `post/${_id}`)
  const quotes = async () =>
    (await readNotifications(author, server.services, undefined)).map(({ quote }) => quote)
  expect(await quotes()).toEqual(['Given back', 'Deleted by its author', 'Kept for a while'])
  await server.call('DELETE', `/posts/${own._id}`, { as: author })
  await undoLast(server, admin)
  // That it is there again says so of itself.
  expect(await quotes()).toEqual(['Given back', '', '', 'Kept for a while'])
  server.pass(REMOVAL_KEPT_MS + 1)
  await deleteOldRemovals(server.services)
  expect(await quotes()).toEqual(['Given back', '', '', ''])
  await server.close()
})
