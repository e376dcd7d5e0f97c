import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { ada, ben, cleo } from '../../tests/people.ts'
import { post } from '../../tests/post-actions.ts'
import { openTestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'
import { up } from './0006-one-unread-comment.ts'

it('leaves the newest of several unread comments of one sender on a post', async () => {
  const server = await openTestServer()
  const { db } = server.services
  const [author, reader, other] = [
    await server.join(ada),
    await server.join(ben),
    await server.join(cleo),
  ]
  const shown = await post(server, author, 'Hello')
  await sql`drop index notifications_unread_comment`.execute(db)
  const told = async (sender: typeof reader, is_read: 0 | 1, type = 'comment' as const) => {
    const row = { id: newId(), user_id: author.user._id, sender_id: sender.user._id, type, is_read }
    const of = { post_id: shown._id, comment_id: null, space_id: null, text: '', created_at: 1 }
    await db
      .insertInto('notifications')
      .values({ ...row, ...of })
      .execute()
    return row.id
  }
  const read = [await told(reader, 1), await told(reader, 1)]
  await told(reader, 0)
  await told(reader, 0)
  const kept = [await told(other, 0), await told(reader, 0)]
  await up(db as unknown as Kysely<never>)
  const rows = await db.selectFrom('notifications').select('id').orderBy('id').execute()
  expect(rows.map(({ id }) => id)).toEqual([...read, ...kept])
  await server.close()
})
