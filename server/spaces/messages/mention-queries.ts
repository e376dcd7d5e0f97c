import { sql } from 'kysely'
import { DELETED_NAME } from '../../../contract/mentions.ts'
import { deletionOfSome } from '../../platform/database/delete-some.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'

export async function insertMentions(trx: Queryable, messageId: Id, userIds: Id[]): Promise<Id[]> {
  if (userIds.length === 0) return []
  const added = await trx
    .insertInto('message_mentions')
    .columns(['message_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([sql.val(messageId).as('message_id'), 'users.id as user_id'])
        .where('users.id', 'in', userIds)
        .where('users.deleted_at', 'is', null),
    )
    .onConflict((c) => c.columns(['message_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  return added.map(({ user_id }) => user_id)
}

const AT_ONCE = 40

/**
 * In messages of others `@deleted` takes the place of a deleted member. True while there may be
 * more.
 */
export async function anonymizeSomeMentions(trx: Queryable, memberId: Id): Promise<boolean> {
  const rows = await deletionOfSome(trx, 'message_mentions', {
    key: ['message_id', 'user_id'],
    where: { user_id: memberId },
    limit: AT_ONCE,
  })
    .returning('message_id')
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ message_id }) => message_id)
  // No change to those who read it: who is gone is called so already.
  const content = sql<string>`replace(content, ${`<@${memberId}>`}, ${`@${DELETED_NAME}`})`
  await trx.updateTable('space_messages').set({ content }).where('id', 'in', ids).execute()
  return true
}
