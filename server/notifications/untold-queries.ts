import { sql } from 'kysely'
import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { NotificationKind } from './kinds.ts'
import { untoldIn } from './untold.ts'

// The SQL of what is not told of a sender, such as one who is muted just now, while something of
// theirs is unread: what they say later may be counted with that, and what goes then is one of
// those told.

interface Untold {
  to: Id
  senderId: Id | null
  kind: NotificationKind
  postId?: Id
  spaceId?: Id
  /** The comment or message. */
  saidId: Id
}

/** Of so many it is kept, the newest; earlier ones are taken for told. */
const UNTOLD_MAX = 100

/** Keeps it with what is unread of its kind and place, if anything is. */
export async function keepUntold(trx: Queryable, untold: Untold) {
  const { to, senderId, kind, postId, spaceId, saidId } = untold
  const unread = trx
    .selectFrom('notifications')
    .select(['id', 'params'])
    .where('user_id', '=', to)
    .where('sender_id', '=', senderId)
    .where('kind', '=', kind)
    .where('is_read', '=', sql.lit(0))
    .where(postId === undefined ? 'space_id' : 'post_id', '=', postId ?? spaceId ?? null)
  const group = await withRowLock(trx, unread).executeTakeFirst()
  if (!group) return
  const kept = [...untoldIn(group.params), saidId].slice(-UNTOLD_MAX)
  const params = JSON.stringify({ ...JSON.parse(group.params), untold: kept })
  await trx.updateTable('notifications').set({ params }).where('id', '=', group.id).execute()
}
