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
  // As the table was then.
  await sql`alter table notifications rename column kind to type`.execute(db)
  const told = async (sender: typeof reader, is_read: 0 | 1) => {
    const id = newId()
    await sql`
      insert into notifications (id, user_id, type, sender_id, params, post_id, is_read, created_at)
      values (${id}, ${author.user._id}, 'comment', ${sender.user._id}, '', ${shown._id}, ${is_read}, 1)
    `.execute(db)
    return id
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
