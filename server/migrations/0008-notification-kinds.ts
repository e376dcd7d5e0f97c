import { type Kysely, sql } from 'kysely'
import { narrowTables } from '../platform/database/narrow-tables.ts'

// A notification is kept as its kind with params instead of a finished sentence, and counts what
// it stands for. The sentences there are were made by four acts and are taken apart again.

interface Then {
  notifications: { id: string; kind: string; params: string; text: string }
}

const ROWS_AT_ONCE = 500

export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index notifications_unread_comment`.execute(db)
  await sql`alter table notifications rename column type to kind`.execute(db)
  const table = db.schema.alterTable('notifications')
  await table.addColumn('params', 'text', (c) => c.notNull().defaultTo('{}')).execute()
  await table.addColumn('count', 'integer', (c) => c.notNull().defaultTo(1)).execute()
  await takeSentencesApart(narrowTables<Then, never>(db))
  await table.dropColumn('text').execute()
  await sql`
    create unique index notifications_unread_comment on notifications (user_id, sender_id, post_id)
    where kind = 'comment' and is_read = 0`.execute(db)
}

async function takeSentencesApart(db: Kysely<Then>) {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db
      .selectFrom('notifications')
      .select(['id', 'text'])
      .where('kind', '=', 'other')
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { id, text } of rows)
      await db.updateTable('notifications').set(kindOf(text)).where('id', '=', id).execute()
    last = rows.at(-1)?.id ?? last
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** The kind `other` stays where nobody knows what was told: it is shown as news in general. */
function kindOf(text: string): { kind: string; params: string } {
  const [, joined, answer, adminResponse = ''] =
    text.match(/^Your request to join (.*?) was (approved|denied)(?:: (.*))?$/s) ?? []
  if (joined !== undefined)
    return { kind: `join_${answer}`, params: JSON.stringify({ spaceName: joined, adminResponse }) }
  const [, passed] = text.match(/^You are the admin of (.*) now$/s) ?? []
  if (passed !== undefined)
    return { kind: 'space_passed', params: JSON.stringify({ spaceName: passed }) }
  const isAccepted = / accepted your friend request$/.test(text)
  return { kind: isAccepted ? 'friend_accepted' : 'other', params: '{}' }
}
