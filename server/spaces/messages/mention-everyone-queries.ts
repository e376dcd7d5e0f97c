import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'

interface Call {
  spaceId: Id
  now: number
  /** The last call must be as old. */
  notSince: number
}

/** False when the last call was later. */
export async function takeCall(trx: Queryable, { spaceId, now, notSince }: Call): Promise<boolean> {
  const row = await trx
    .updateTable('spaces')
    .set({ here_at: now })
    .where('id', '=', spaceId)
    .where(({ eb, or }) => or([eb('here_at', 'is', null), eb('here_at', '<=', notSince)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function unmutedMemberIds(trx: Queryable, spaceId: Id, now: number): Promise<Id[]> {
  const rows = await trx
    .selectFrom('space_members')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where(({ eb, or }) => or([eb('muted_until', 'is', null), eb('muted_until', '<=', now)]))
    .execute()
  return rows.map(({ user_id }) => user_id)
}
