import { afterAll, beforeAll, expect, it } from 'vitest'
import { manyPosts } from '../../../tests/actions/post-actions.ts'
import { ada } from '../../../tests/people.ts'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { type Id, newId } from '../../platform/ids.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'
import { unusedCardIds } from './link-card-queries.ts'
import { deleteUnusedCards } from './link-cards.ts'

// Cards that no post shows any more, among many that are shown.

const SHOWN = 1_050
const UNUSED = 230

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await manyPosts(server, await server.join(ada), SHOWN)
})
afterAll(() => server.close())

const cardIds = async () =>
  (await server.services.db.selectFrom('link_cards').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )

async function makeCards(count: number): Promise<Id[]> {
  const said = { url: '', title: 'Tea', description: '', site: '', fetched_at: 1 }
  const cards = Array.from({ length: count }, newId).map((id) => ({
    ...{ ...said, id, url_hash: String(id) },
  }))
  await server.services.db.transaction().execute(async (trx) => {
    for (const card of cards) await trx.insertInto('link_cards').values(card).execute()
  })
  return cards.map(({ id }) => id)
}

it('go, and it is looked at a thousand at a time', async () => {
  const { db } = server.services
  const shown = await makeCards(SHOWN)
  const unused = await makeCards(UNUSED)
  const posts = await postsWithoutVisibilityCheck(db).select('posts.id').execute()
  await db.transaction().execute(async (trx) => {
    for (const [at, { id }] of posts.entries())
      await trx.updateTable('posts').set({ link_card_id: shown[at] }).where('id', '=', id).execute()
  })

  const first = await unusedCardIds(db, 0)
  expect(first).toEqual({ ids: [], upTo: shown[999] })
  expect(await unusedCardIds(db, first.upTo ?? 0)).toEqual({
    ids: unused.slice(0, 100),
    upTo: unused[99],
  })
  expect(await unusedCardIds(db, unused.at(-1) ?? 0)).toEqual({ ids: [], upTo: null })

  await deleteUnusedCards(server.services)
  expect(await cardIds()).toEqual(shown)
})
