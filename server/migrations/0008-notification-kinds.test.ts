import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Notification } from '../../contract/notifications.ts'
import { ada, ben } from '../../tests/people.ts'
import { openScopedTestServer } from '../../tests/scoped-test-server.ts'
import { newId } from '../platform/ids.ts'
import { up } from './0008-notification-kinds.ts'

it('takes the sentences that were kept apart, and tells the same as before', async () => {
  const server = await openScopedTestServer()
  const { db } = server.services
  const [member, sender] = [await server.join(ada), await server.join(ben)]
  // As the table was then.
  await sql`drop index notifications_unread_comment`.execute(db)
  await sql`alter table notifications rename column kind to type`.execute(db)
  await sql`alter table notifications drop column count`.execute(db)
  await sql`alter table notifications rename column params to text`.execute(db)
  await sql`
    create unique index notifications_unread_comment on notifications (user_id, sender_id, post_id)
    where type = 'comment' and is_read = 0`.execute(db)
  const sentences = [
    'Ben accepted your friend request',
    'Your request to join Tea was approved',
    'Your request to join Tea: how was it was approved: Welcome!\nCome in: now.',
    'Your request to join Tea was denied: full',
    'You are the admin of Tea now now',
  ]
  const words = async () => {
    const list = await server.call('GET', '/notifications', { as: member })
    return list.json<Notification[]>().map(({ type, text, count }) => [type, text, count])
  }
  const keep = (type: string, text: string) =>
    sql`
      insert into notifications (id, user_id, type, sender_id, text, is_read, created_at)
      values (${newId()}, ${member.user._id}, ${type}, ${sender.user._id}, ${text}, 0, 1)
    `.execute(db)
  await keep('comment', '')
  for (const sentence of ['Who knows', ...sentences]) await keep('other', sentence)
  await up(db as unknown as Kysely<never>)
  expect(await words()).toEqual([
    ...sentences.toReversed().map((sentence) => ['other', sentence, 1]),
    ['other', '', 1],
    ['comment', '', 1],
  ])
})
