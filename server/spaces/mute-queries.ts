import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

/** Until it is taken back. */
export const MUTED_FOR_GOOD = Number.MAX_SAFE_INTEGER

/** Null: it is heard of again. */
export async function setMute(
  db: Queryable,
  { spaceId, userId }: { spaceId: Id; userId: Id },
  mutedUntil: number | null,
) {
  await db
    .updateTable('space_members')
    .set({ muted_until: mutedUntil })
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .execute()
}
